import type { Field, FieldType } from '#contract/workbook-definition.ts';

/** Every type with the shelf of the palette on which it lies, in the order in which it is offered. */
const shelves: Readonly<
  Record<FieldType, 'words' | 'numbers' | 'choices' | 'moments' | 'evidence' | 'layout'>
> = {
  text: 'words',
  longText: 'words',
  barcode: 'words',
  integer: 'numbers',
  decimal: 'numbers',
  calculated: 'numbers',
  boolean: 'choices',
  singleChoice: 'choices',
  multiChoice: 'choices',
  date: 'moments',
  time: 'moments',
  dateTime: 'moments',
  photo: 'evidence',
  signature: 'evidence',
  file: 'evidence',
  location: 'evidence',
  note: 'layout',
  section: 'layout',
  repeat: 'layout',
};

export const FIELD_TYPES = Object.keys(shelves) as FieldType[];
export const SHELVES = [...Map.groupBy(FIELD_TYPES, (type) => shelves[type])];

export const isFieldType = (type: unknown): type is FieldType =>
  typeof type === 'string' && Object.hasOwn(shelves, type);

/** A field as it is added from the palette: with the least that lets it be asked. */
export const newField = (type: FieldType, name: string): Field => ({
  name,
  type,
  ...((type === 'singleChoice' || type === 'multiChoice') && {
    choices: [{ value: 'yes' }, { value: 'no' }],
  }),
});
