import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import type { Answer, Answers, Location } from '#workbook-engine/answer.ts';
import type { BaseType } from '#workbook-engine/expressions/types.ts';
import { answerOf, type Form, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { Column } from './column.ts';
import { entryFacts, type Fact, remarksFact, resultFacts } from './fact-columns.ts';
import type { ResultRow } from './result-row.ts';

export type ColumnWishes = {
  /** Labels instead of names, in this language. */
  language: string | undefined;
  /** A column for each choice of a multiChoice, beside the one of all. */
  hasChoiceColumns: boolean;
};

/** The columns of a table of results: what is known of the inspection, and the fields in their order. */
export const resultColumns = (form: Form, wishes: ColumnWishes): Column[] => [
  ...factColumns(resultFacts, wishes),
  ...fieldColumns(rootLevel(form), wishes),
  ...factColumns([remarksFact(form, wishes.language)], wishes),
];

/** The columns of a table of the entries of a repeat. */
export const entryColumns = (entry: FormLevel, wishes: ColumnWishes): Column[] => [
  ...factColumns(entryFacts, wishes),
  ...fieldColumns(entry, wishes),
];

const factColumns = (facts: readonly Fact[], { language }: ColumnWishes): Column[] =>
  facts.map(({ name, label, kind, read }) => ({
    heading: language === undefined ? name : localText(label, language),
    kind,
    read,
  }));

const fieldColumns = (level: FormLevel, wishes: ColumnWishes): Column[] =>
  level.fields.flatMap((field) => columnsOf(field, wishes));

const KINDS: Readonly<Record<Exclude<BaseType, 'choices' | 'location' | 'entries'>, CellKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'instant',
  upload: 'text',
};

const columnsOf = (placed: FormField, wishes: ColumnWishes): Column[] => {
  const { field, type } = placed;
  // Notes and sections say nothing.
  if (type === undefined) return [];
  const heading = headingOf(placed, wishes);
  const answer = ({ answers }: ResultRow) => answerOf(answers, field.name) ?? null;
  switch (type.base) {
    case 'location':
      return locationColumns(heading, (row) => answer(row) as Location | null);
    case 'choices':
      return choiceColumns(placed, wishes, (row) => answer(row) as string[] | null);
    case 'entries':
      return [{ heading, kind: 'number', read: (row) => countOf(answer(row)) }];
    case 'upload':
      return [{ heading, kind: 'text', read: (row) => joined(answer(row)) }];
    default: {
      const labels = labelsOf(placed, wishes);
      const read = (row: ResultRow) => {
        const value = answer(row) as CellValue;
        return labels.get(value) ?? value;
      };
      return [{ heading, kind: KINDS[type.base], read }];
    }
  }
};

const headingOf = ({ field }: FormField, { language }: ColumnWishes): string =>
  language === undefined || field.label === undefined ? field.name : localText(field.label, language);

/** What choices are called, by their values; nothing when values are wanted. */
const labelsOf = ({ type }: FormField, { language }: ColumnWishes): ReadonlyMap<CellValue, string> =>
  new Map(
    language === undefined
      ? []
      : type!.choices
          ?.flat()
          .flatMap(({ value, label }) =>
            label === undefined ? [] : [[value, localText(label, language)] as const],
          ),
  );

/** A name has no dot and no slash, so these headings are never those of another field. */
const locationColumns = (heading: string, locationOf: (row: ResultRow) => Location | null): Column[] =>
  (['latitude', 'longitude', 'accuracy', 'altitude'] as const).map((part) => ({
    heading: `${heading}.${part}`,
    kind: 'number',
    read: (row) => locationOf(row)?.[part] ?? null,
  }));

/** Whether a choice is chosen; each of 5,000 columns asks of each row. */
const includes = (chosen: string[] | null, value: string): boolean | null => {
  if (chosen === null) return null;
  const known = chosenSets.get(chosen) ?? new Set(chosen);
  chosenSets.set(chosen, known);
  return known.has(value);
};
const chosenSets = new WeakMap<string[], ReadonlySet<string>>();

const choiceColumns = (
  placed: FormField,
  wishes: ColumnWishes,
  chosen: (row: ResultRow) => string[] | null,
): Column[] => {
  const heading = headingOf(placed, wishes);
  const labels = labelsOf(placed, wishes);
  const together: Column = {
    heading,
    kind: 'text',
    read: (row) => joined(chosen(row)?.map((value) => labels.get(value) ?? value) ?? null),
  };
  if (!wishes.hasChoiceColumns) return [together];
  const each = (placed.type!.choices ?? []).flat().map(
    ({ value }): Column => ({
      heading: `${heading}/${labels.get(value) ?? value}`,
      kind: 'boolean',
      read: (row) => includes(chosen(row), value),
    }),
  );
  return [together, ...each];
};

/** As a task's custom property says several choices (product, Prefill). */
const joined = (answer: Answer): string | null =>
  Array.isArray(answer) ? (answer as string[]).join(', ') : (answer as string | null);

const countOf = (answer: Answer): number => (answer === null ? 0 : (answer as Answers[]).length);
