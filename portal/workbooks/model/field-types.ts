import type { Field, FieldType } from '#contract/workbook-definition.ts';

/** The palette group of each field type, in display order. */
const paletteGroups: Readonly<
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

export const FIELD_TYPES = Object.keys(paletteGroups) as FieldType[];
export const PALETTE_GROUPS = [...Map.groupBy(FIELD_TYPES, (type) => paletteGroups[type])];

export const isFieldType = (type: unknown): type is FieldType =>
  typeof type === 'string' && Object.hasOwn(paletteGroups, type);

/** A new field with the minimum that makes it valid. */
export const newField = (type: FieldType, name: string): Field => ({
  name,
  type,
  ...((type === 'singleChoice' || type === 'multiChoice') && {
    choices: [{ value: 'yes' }, { value: 'no' }],
  }),
});
