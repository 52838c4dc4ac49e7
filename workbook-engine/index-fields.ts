import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { parseDate, parseDateTime, parseTime } from './iso-8601.ts';

/** A field with precalculated properties. */
export type IndexedField = {
  readonly field: Field;
  /** Name of the innermost repeat that contains the field. */
  readonly repeat: string | undefined;
  readonly choiceValues: ReadonlySet<string>;
  /** Bounds as numbers: a date in milliseconds, a time in seconds; infinite if the field has no bound. */
  readonly min: number;
  readonly max: number;
  readonly maxLength: number;
  /** The fields of an entry, for a repeat. */
  readonly entry: FieldIndex | undefined;
};

/** The fields of the workbook, or of an entry of a repeat. */
export type FieldIndex = {
  /** Name of the repeat; undefined for the workbook. */
  readonly repeat: string | undefined;
  /** By name, in the order of the definition, including sections and the fields in them. */
  readonly fields: ReadonlyMap<string, IndexedField>;
  /** All fields of the workbook by lower-case name, including those in repeats. */
  readonly everywhere: ReadonlyMap<string, IndexedField>;
};

/** Indexes a valid definition. Workbook versions are immutable, so the result can be cached. */
export const indexFields = ({ fields }: WorkbookDefinition): FieldIndex =>
  indexLevel(fields, undefined, new Map());

const indexLevel = (
  fields: readonly Field[],
  repeat: string | undefined,
  everywhere: Map<string, IndexedField>,
): FieldIndex => {
  const level = new Map<string, IndexedField>();
  for (const field of fieldsOfLevel(fields)) {
    const entry =
      field.type === 'repeat' ? indexLevel(field.fields ?? [], field.name, everywhere) : undefined;
    const indexed = indexField(field, repeat, entry);
    level.set(field.name, indexed);
    everywhere.set(field.name.toLowerCase(), indexed);
  }
  return { repeat, fields: level, everywhere };
};

/** The fields of one level; sections do not create a level. */
const fieldsOfLevel = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) =>
    field.type === 'section' ? [field, ...fieldsOfLevel(field.fields ?? [])] : [field],
  );

/** Indexes a single field. */
export const indexField = (field: Field, repeat?: string, entry?: FieldIndex): IndexedField => ({
  field,
  repeat,
  choiceValues: new Set(field.choices?.map((choice) => choice.value)),
  min: parseBound(field.min) ?? Number.NEGATIVE_INFINITY,
  max: parseBound(field.max) ?? Number.POSITIVE_INFINITY,
  maxLength: field.maxLength ?? workbookLimits[field.type === 'longText' ? 'longText' : 'text'],
  entry,
});

/** Dates, times and instants have different formats, so the type of the field is not needed. */
const parseBound = (bound: number | string | undefined): number | undefined =>
  typeof bound === 'string' ? (parseDate(bound) ?? parseTime(bound) ?? parseDateTime(bound)) : bound;
