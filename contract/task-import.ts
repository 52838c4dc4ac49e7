import { type Static, Type } from 'typebox';
import { formatNumber } from './format-number.ts';
import { Count, cellErrorFields, DryRun, LineNumber } from './item-import.ts';
import { limits } from './limits.ts';
import { Query } from './query.ts';

export const TASK_IMPORT_LIMITS = { bytes: 16 * 1024 * 1024, rows: 10_000 } as const;

export const TaskImportQuery = Query({ dryRun: DryRun });
export type TaskImportQuery = Static<typeof TaskImportQuery>;

const TaskImportError = Type.Object(cellErrorFields);
export type TaskImportError = Static<typeof TaskImportError>;

const TaskImportRow = Type.Object({
  line: LineNumber,
  externalId: Type.String({
    description: 'externalId of the row; at most 80 characters if the row is invalid',
  }),
  outcome: Type.Enum(['create', 'edit', 'unchanged', 'error']),
  errors: Type.Array(TaskImportError, {
    description: `The row's errors. Only included for the first ${formatNumber(limits.importErrors)} invalid rows`,
  }),
});
export type TaskImportRow = Static<typeof TaskImportRow>;

export const TaskImport = Type.Object(
  {
    isSaved: Type.Boolean({
      description: 'Whether the import was saved; false after a dry run, or if a row is invalid',
    }),
    created: Count('Number of tasks created'),
    edited: Count('Number of tasks edited'),
    unchanged: Count('Number of tasks that were already up to date'),
    rejected: Count('Number of invalid rows'),
    customProperties: Type.Array(Type.String(), {
      description: 'Names of the columns that were imported as custom properties',
    }),
    rows: Type.Array(TaskImportRow, { description: 'All rows, in file order' }),
  },
  { title: 'TaskImport' },
);
export type TaskImport = Static<typeof TaskImport>;
