import { type Static, Type } from 'typebox';
import { formatNumber } from './format-number.ts';
import { limits } from './limits.ts';

export const TASK_IMPORT_LIMITS = { bytes: 16 * 1024 * 1024, rows: 10_000 } as const;

export const TaskImportQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: 'If true, validates the file without saving anything. Default: false',
      }),
    ),
  },
  { additionalProperties: false },
);
export type TaskImportQuery = Static<typeof TaskImportQuery>;

const TaskImportError = Type.Object({
  column: Type.String({ description: 'Name of the column; empty if the error is about the whole row' }),
  value: Type.String({ description: 'Value of the cell, at most 80 characters' }),
  message: Type.String({ description: 'The error as a sentence, in the language of the request' }),
});
export type TaskImportError = Static<typeof TaskImportError>;

const TaskImportRow = Type.Object({
  line: Type.Integer({
    description: 'Line number in the file, from 1; for a row that spans several lines, the first',
  }),
  externalId: Type.String({
    description: 'externalId of the row; at most 80 characters if the row is invalid',
  }),
  outcome: Type.Enum(['create', 'edit', 'unchanged', 'error']),
  errors: Type.Array(TaskImportError, {
    description: `The row's errors. Only included for the first ${formatNumber(limits.importErrors)} invalid rows`,
  }),
});
export type TaskImportRow = Static<typeof TaskImportRow>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const TaskImport = Type.Object(
  {
    isSaved: Type.Boolean({
      description: 'Whether the import was saved; false after a dry run, or if a row is invalid',
    }),
    created: count('Number of tasks created'),
    edited: count('Number of tasks edited'),
    unchanged: count('Number of tasks that were already up to date'),
    rejected: count('Number of invalid rows'),
    customProperties: Type.Array(Type.String(), {
      description: 'Names of the columns that were imported as custom properties',
    }),
    rows: Type.Array(TaskImportRow, { description: 'All rows, in file order' }),
  },
  { title: 'TaskImport' },
);
export type TaskImport = Static<typeof TaskImport>;
