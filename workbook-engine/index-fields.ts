import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { readDay, readInstant, readTime } from './iso-8601.ts';

/** A field with properties that are calculated once per version. */
export type IndexedField = {
  readonly field: Field;
  /** Name of the innermost repeat around the field. */
  readonly repeat: string | undefined;
  readonly choiceValues: ReadonlySet<string>;
  /** Bounds as numbers: a date as milliseconds, a time as seconds; infinite where the field sets none. */
  readonly min: number;
  readonly max: number;
  readonly maxLength: number;
  /** The fields of one entry, when the field is a repeat. */
  readonly entry: FieldIndex | undefined;
};

/** The fields that are answered at one level: those of the workbook, or those of an entry of a repeat. */
export type FieldIndex = {
  /** Name of the repeat, when these are the fields of its entries. */
  readonly repeat: string | undefined;
  /** By name, in the order of the definition. Includes sections and the fields in them. */
  readonly fields: ReadonlyMap<string, IndexedField>;
  /** Every field of the whole workbook by its name in lower case, those inside repeats included. */
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
  for (const field of sideBySide(fields)) {
    const entry =
      field.type === 'repeat' ? indexLevel(field.fields ?? [], field.name, everywhere) : undefined;
    const indexed = indexField(field, repeat, entry);
    level.set(field.name, indexed);
    everywhere.set(field.name.toLowerCase(), indexed);
  }
  return { repeat, fields: level, everywhere };
};

const sideBySide = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) =>
    field.type === 'section' ? [field, ...sideBySide(field.fields ?? [])] : [field],
  );

/** Prepares one field alone. */
export const indexField = (field: Field, repeat?: string, entry?: FieldIndex): IndexedField => ({
  field,
  repeat,
  choiceValues: new Set(field.choices?.map((choice) => choice.value)),
  min: readBound(field.min) ?? Number.NEGATIVE_INFINITY,
  max: readBound(field.max) ?? Number.POSITIVE_INFINITY,
  maxLength: field.maxLength ?? workbookLimits[field.type === 'longText' ? 'longText' : 'text'],
  entry,
});

/** The formats of dates, times and instants are distinct, so the type is not needed. */
const readBound = (bound: number | string | undefined): number | undefined =>
  typeof bound === 'string' ? (readDay(bound) ?? readTime(bound) ?? readInstant(bound)) : bound;
