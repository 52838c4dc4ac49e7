import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { parseDate, parseDateTime, parseTime } from './iso-8601.ts';

export type PreparedField = {
  readonly field: Field;
  /** The name of the innermost repeat that contains the field. */
  readonly repeat: string | undefined;
  readonly choiceValues: ReadonlySet<string>;
  /** The bounds as numbers: dates in milliseconds, times in seconds. Infinite if the field has none. */
  readonly min: number;
  readonly max: number;
  readonly maxLength: number;
  /** The fields of an instance if the field is a repeat. */
  readonly instanceFields: FieldIndex | undefined;
};

export type FieldIndex = {
  /** The repeat whose fields are indexed; undefined for the workbook as a whole. */
  readonly repeat: string | undefined;
  /** The fields by name, in definition order, including sections and the fields in them. */
  readonly fields: ReadonlyMap<string, PreparedField>;
  readonly allFields: ReadonlyMap<string, PreparedField>;
};

export const indexFields = ({ fields }: WorkbookDefinition): FieldIndex =>
  indexLevel(fields, undefined, new Map());

const indexLevel = (
  fields: readonly Field[],
  repeat: string | undefined,
  allFields: Map<string, PreparedField>,
): FieldIndex => {
  const level = new Map<string, PreparedField>();
  for (const field of listLevelFields(fields)) {
    const instanceFields =
      field.type === 'repeat' ? indexLevel(field.fields ?? [], field.name, allFields) : undefined;
    const preparedField = prepareField(field, repeat, instanceFields);
    level.set(field.name, preparedField);
    allFields.set(field.name.toLowerCase(), preparedField);
  }
  return { repeat, fields: level, allFields };
};

/** The fields in a section are on the same level as the section. */
const listLevelFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) =>
    field.type === 'section' ? [field, ...listLevelFields(field.fields ?? [])] : [field],
  );

export const prepareField = (field: Field, repeat?: string, instanceFields?: FieldIndex): PreparedField => ({
  field,
  repeat,
  choiceValues: new Set(field.choices?.map((choice) => choice.value)),
  min: parseBound(field.min) ?? Number.NEGATIVE_INFINITY,
  max: parseBound(field.max) ?? Number.POSITIVE_INFINITY,
  maxLength: field.maxLength ?? workbookLimits[field.type === 'longText' ? 'longText' : 'text'],
  instanceFields,
});

/** Dates, times and instants all have different formats, so the field's type is not needed. */
const parseBound = (bound: number | string | undefined): number | undefined =>
  typeof bound === 'string' ? (parseDate(bound) ?? parseTime(bound) ?? parseDateTime(bound)) : bound;
