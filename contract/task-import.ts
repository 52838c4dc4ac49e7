import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** Bytes and rows of a file of tasks. */
export const MOST_IMPORTED = { bytes: 16 * 1024 * 1024, rows: 10_000 } as const;

export const TaskImportQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'true: only says what would happen. false when absent' }),
    ),
  },
  { additionalProperties: false },
);
export type TaskImportQuery = Static<typeof TaskImportQuery>;

const TaskImportFault = Type.Object({
  column: Type.String({ description: 'The name in the header; empty for the row as a whole' }),
  value: Type.String({ description: 'What stands there, at most 80 characters of it' }),
  message: Type.String({ description: 'What would be right' }),
});
export type TaskImportFault = Static<typeof TaskImportFault>;

const TaskImportRow = Type.Object({
  line: Type.Integer({ description: 'Of the file, from 1; of a row of several lines the first' }),
  externalId: Type.String(),
  outcome: Type.Enum(['create', 'edit', 'unchanged', 'error']),
  faults: Type.Array(TaskImportFault, {
    description: `Told of the first ${limits.importFaults} rows that are at fault`,
  }),
});
export type TaskImportRow = Static<typeof TaskImportRow>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** What a file of tasks came to, or would. */
export const TaskImport = Type.Object(
  {
    isKept: Type.Boolean({
      description: 'false: nothing was changed, after a dry run or when a row was at fault',
    }),
    created: count('New tasks'),
    edited: count('Tasks that became others'),
    unchanged: count('Tasks that were so already'),
    refused: count('Rows at fault'),
    customProperties: Type.Array(Type.String(), {
      description: 'Columns that were taken as custom properties',
    }),
    rows: Type.Array(TaskImportRow, { description: 'Each row, in the order of the file' }),
  },
  { title: 'TaskImport' },
);
export type TaskImport = Static<typeof TaskImport>;
