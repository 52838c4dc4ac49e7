import type { Field, FieldType } from '#contract/workbook-definition.ts';

/** The palette group of each field type, in display order. */
const paletteGroups: Readonly<
  Record<FieldType, 'text' | 'numbers' | 'choices' | 'dates' | 'media' | 'layout'>
> = {
  text: 'text',
  longText: 'text',
  barcode: 'text',
  integer: 'numbers',
  decimal: 'numbers',
  calculated: 'numbers',
  boolean: 'choices',
  singleChoice: 'choices',
  multiChoice: 'choices',
  date: 'dates',
  time: 'dates',
  dateTime: 'dates',
  photo: 'media',
  signature: 'media',
  file: 'media',
  location: 'media',
  note: 'layout',
  section: 'layout',
  repeat: 'layout',
};

export const FIELD_TYPES = Object.keys(paletteGroups) as FieldType[];
export const PALETTE_GROUPS = [...Map.groupBy(FIELD_TYPES, (type) => paletteGroups[type])];

export const isFieldType = (type: unknown): type is FieldType =>
  typeof type === 'string' && Object.hasOwn(paletteGroups, type);

export const createField = (type: FieldType, name: string): Field => ({
  name,
  type,
  ...((type === 'singleChoice' || type === 'multiChoice') && {
    choices: [{ value: 'yes' }, { value: 'no' }],
  }),
});
