import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import type { Answer, Answers, Location } from '#workbook-engine/answer.ts';
import type { BaseType } from '#workbook-engine/expressions/types.ts';
import { answerOf, type Form, type FormField, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';
import {
  type Column,
  createCommentsColumn,
  FIXED_ENTRY_COLUMNS,
  FIXED_RESULT_COLUMNS,
  type FixedColumn,
} from './fixed-columns.ts';
import type { ResultRow } from './result-row.ts';

export type ColumnOptions = {
  /** If undefined, headers are names instead of labels. */
  language: string | undefined;
  /** Adds a column for each choice of a multiChoice field. */
  hasChoiceColumns: boolean;
};

export const createResultColumns = (form: Form, options: ColumnOptions): Column[] => [
  ...toColumns(FIXED_RESULT_COLUMNS, options),
  ...createLevelColumns(rootLevelOf(form), options),
  ...toColumns([createCommentsColumn(form, options.language)], options),
];

export const createInstanceColumns = (instanceLevel: FormLevel, options: ColumnOptions): Column[] => [
  ...toColumns(FIXED_ENTRY_COLUMNS, options),
  ...createLevelColumns(instanceLevel, options),
];

const toColumns = (columns: readonly FixedColumn[], { language }: ColumnOptions): Column[] =>
  columns.map(({ name, label, kind, read }) => ({
    heading: language === undefined ? name : pickTranslation(label, language),
    kind,
    read,
  }));

const createLevelColumns = (level: FormLevel, options: ColumnOptions): Column[] =>
  level.fields.flatMap((field) => createFieldColumns(field, options));

const KINDS: Readonly<Record<Exclude<BaseType, 'choices' | 'location' | 'repeat'>, CellKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'instant',
  upload: 'text',
};

const createFieldColumns = (formField: FormField, options: ColumnOptions): Column[] => {
  const { field, type } = formField;
  // Notes and sections have no values.
  if (type === undefined) return [];
  const heading = getHeading(formField, options);
  const readAnswer = ({ answers }: ResultRow) => answerOf(answers, field.name) ?? null;
  switch (type.base) {
    case 'location':
      return createLocationColumns(heading, (row) => readAnswer(row) as Location | null);
    case 'choices':
      return createChoiceColumns(formField, options, (row) => readAnswer(row) as string[] | null);
    case 'repeat':
      return [{ heading, kind: 'number', read: (row) => countInstances(readAnswer(row)) }];
    case 'upload':
      return [{ heading, kind: 'text', read: (row) => joinValues(readAnswer(row)) }];
    default: {
      const labels = createLabels(formField, options);
      const read = (row: ResultRow) => {
        const value = readAnswer(row) as CellValue;
        return labels.get(value) ?? value;
      };
      return [{ heading, kind: KINDS[type.base], read }];
    }
  }
};

const getHeading = ({ field }: FormField, { language }: ColumnOptions): string =>
  language === undefined || field.label === undefined ? field.name : pickTranslation(field.label, language);

/** Returns an empty map if the export shows values. */
const createLabels = ({ type }: FormField, { language }: ColumnOptions): ReadonlyMap<CellValue, string> =>
  new Map(
    language === undefined
      ? []
      : type!.choices
          ?.flat()
          .flatMap(({ value, label }) =>
            label === undefined ? [] : [[value, pickTranslation(label, language)] as const],
          ),
  );

/** Field names cannot contain dots, so the headings are unique. */
const createLocationColumns = (
  heading: string,
  readLocation: (row: ResultRow) => Location | null,
): Column[] =>
  (['latitude', 'longitude', 'accuracy', 'altitude'] as const).map((part) => ({
    heading: `${heading}.${part}`,
    kind: 'number',
    read: (row) => readLocation(row)?.[part] ?? null,
  }));

/** Cached, because up to 5,000 columns of a row can show the same answer. */
const isSelected = (selected: string[] | null, value: string): boolean | null => {
  if (selected === null) return null;
  const set = selectedSets.get(selected) ?? new Set(selected);
  selectedSets.set(selected, set);
  return set.has(value);
};
const selectedSets = new WeakMap<string[], ReadonlySet<string>>();

const createChoiceColumns = (
  formField: FormField,
  options: ColumnOptions,
  readSelected: (row: ResultRow) => string[] | null,
): Column[] => {
  const heading = getHeading(formField, options);
  const labels = createLabels(formField, options);
  const joinedColumn: Column = {
    heading,
    kind: 'text',
    read: (row) => joinValues(readSelected(row)?.map((value) => labels.get(value) ?? value) ?? null),
  };
  if (!options.hasChoiceColumns) return [joinedColumn];
  const choiceColumns = (formField.type!.choices ?? []).flat().map(
    ({ value }): Column => ({
      heading: `${heading}/${labels.get(value) ?? value}`,
      kind: 'boolean',
      read: (row) => isSelected(readSelected(row), value),
    }),
  );
  return [joinedColumn, ...choiceColumns];
};

/** Matches the format of tasks' custom properties (product, Prefill). */
const joinValues = (answer: Answer): string | null =>
  Array.isArray(answer) ? (answer as string[]).join(', ') : (answer as string | null);

const countInstances = (answer: Answer): number => (answer === null ? 0 : (answer as Answers[]).length);
