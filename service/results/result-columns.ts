import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import type { Answer, Answers, Location } from '#workbook-engine/answer.ts';
import type { BaseType } from '#workbook-engine/expressions/types.ts';
import { answerOf, type Form, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { Column } from './column.ts';
import { commentsFact, entryFacts, type Fact, resultFacts } from './fact-columns.ts';
import type { ResultRow } from './result-row.ts';

export type ColumnOptions = {
  /** Language of labels; undefined for names instead of labels. */
  language: string | undefined;
  /** Whether a multiChoice field has a column for each choice, in addition to its own column. */
  hasChoiceColumns: boolean;
};

/** The columns of a table of results: data of the inspection, then the fields in order. */
export const resultColumns = (form: Form, options: ColumnOptions): Column[] => [
  ...factColumns(resultFacts, options),
  ...fieldColumns(rootLevel(form), options),
  ...factColumns([commentsFact(form, options.language)], options),
];

/** The columns of a table of repeat entries. */
export const entryColumns = (entry: FormLevel, options: ColumnOptions): Column[] => [
  ...factColumns(entryFacts, options),
  ...fieldColumns(entry, options),
];

const factColumns = (facts: readonly Fact[], { language }: ColumnOptions): Column[] =>
  facts.map(({ name, label, kind, read }) => ({
    heading: language === undefined ? name : localText(label, language),
    kind,
    read,
  }));

const fieldColumns = (level: FormLevel, options: ColumnOptions): Column[] =>
  level.fields.flatMap((field) => columnsOf(field, options));

const KINDS: Readonly<Record<Exclude<BaseType, 'choices' | 'location' | 'entries'>, CellKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'instant',
  upload: 'text',
};

const columnsOf = (placed: FormField, options: ColumnOptions): Column[] => {
  const { field, type } = placed;
  // Notes and sections have no value.
  if (type === undefined) return [];
  const heading = headingOf(placed, options);
  const answer = ({ answers }: ResultRow) => answerOf(answers, field.name) ?? null;
  switch (type.base) {
    case 'location':
      return locationColumns(heading, (row) => answer(row) as Location | null);
    case 'choices':
      return choiceColumns(placed, options, (row) => answer(row) as string[] | null);
    case 'entries':
      return [{ heading, kind: 'number', read: (row) => countOf(answer(row)) }];
    case 'upload':
      return [{ heading, kind: 'text', read: (row) => joined(answer(row)) }];
    default: {
      const labels = labelsOf(placed, options);
      const read = (row: ResultRow) => {
        const value = answer(row) as CellValue;
        return labels.get(value) ?? value;
      };
      return [{ heading, kind: KINDS[type.base], read }];
    }
  }
};

const headingOf = ({ field }: FormField, { language }: ColumnOptions): string =>
  language === undefined || field.label === undefined ? field.name : localText(field.label, language);

/** Labels of choices by value; empty if values are requested. */
const labelsOf = ({ type }: FormField, { language }: ColumnOptions): ReadonlyMap<CellValue, string> =>
  new Map(
    language === undefined
      ? []
      : type!.choices
          ?.flat()
          .flatMap(({ value, label }) =>
            label === undefined ? [] : [[value, localText(label, language)] as const],
          ),
  );

/** A field name contains neither dot nor slash, so these headings never equal those of another field. */
const locationColumns = (heading: string, locationOf: (row: ResultRow) => Location | null): Column[] =>
  (['latitude', 'longitude', 'accuracy', 'altitude'] as const).map((part) => ({
    heading: `${heading}.${part}`,
    kind: 'number',
    read: (row) => locationOf(row)?.[part] ?? null,
  }));

/** Whether a choice is selected. Uses a set, because each of up to 5,000 columns is read for each row. */
const includes = (selected: string[] | null, value: string): boolean | null => {
  if (selected === null) return null;
  const known = selectedSets.get(selected) ?? new Set(selected);
  selectedSets.set(selected, known);
  return known.has(value);
};
const selectedSets = new WeakMap<string[], ReadonlySet<string>>();

const choiceColumns = (
  placed: FormField,
  options: ColumnOptions,
  selected: (row: ResultRow) => string[] | null,
): Column[] => {
  const heading = headingOf(placed, options);
  const labels = labelsOf(placed, options);
  const together: Column = {
    heading,
    kind: 'text',
    read: (row) => joined(selected(row)?.map((value) => labels.get(value) ?? value) ?? null),
  };
  if (!options.hasChoiceColumns) return [together];
  const each = (placed.type!.choices ?? []).flat().map(
    ({ value }): Column => ({
      heading: `${heading}/${labels.get(value) ?? value}`,
      kind: 'boolean',
      read: (row) => includes(selected(row), value),
    }),
  );
  return [together, ...each];
};

/** Several choices in the format of a task's custom property (product, Prefill). */
const joined = (answer: Answer): string | null =>
  Array.isArray(answer) ? (answer as string[]).join(', ') : (answer as string | null);

const countOf = (answer: Answer): number => (answer === null ? 0 : (answer as Answers[]).length);
