import { type Static, Type } from 'typebox';
import { ProblemDetails } from './envelope.ts';
import { limits } from './limits.ts';

export const ItemImportQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'true: only says what would happen. false when absent' }),
    ),
    onError: Type.Optional(
      Type.Enum(['skip', 'refuse'], {
        description:
          'skip, when absent: rows with faults are told and left out. refuse: one of them is enough to keep nothing',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ItemImportQuery = Static<typeof ItemImportQuery>;

/** A cell that is at fault. */
export const ItemImportFault = Type.Object(
  {
    line: Type.Integer({ description: 'Of the file, from 1; of a row of several lines the first' }),
    column: Type.String({ description: 'The name in the header; empty for the row as a whole' }),
    value: Type.String({ description: 'What stands there, at most 80 characters of it' }),
    message: Type.String({ description: 'What would be right' }),
  },
  { title: 'ItemImportFault' },
);
export type ItemImportFault = Static<typeof ItemImportFault>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ItemImportSummary = Type.Object(
  {
    isKept: Type.Boolean({ description: 'false: nothing was changed, after a dry run or a refusal' }),
    rows: count('Rows of the file, without its header and empty ones'),
    created: count('New items'),
    updated: count('Items that were changed'),
    revived: count('Archived items that are offered again'),
    unchanged: count('Items that were so already'),
    refused: count('Rows with faults'),
    faults: count('Faults of all rows'),
    attributes: Type.Array(Type.String(), { description: 'Columns that were taken as attributes' }),
  },
  { title: 'ItemImportSummary' },
);
export type ItemImportSummary = Static<typeof ItemImportSummary>;

/** Rows that a dry run tells of. */
export const MOST_FORESEEN = 500;

/** A row that would do something. */
export const ItemImportRow = Type.Object(
  {
    line: Type.Integer({ description: 'Of the file, from 1; of a row of several lines the first' }),
    externalId: Type.String(),
    title: Type.String({ description: 'As the file has it' }),
    outcome: Type.Enum(['created', 'updated', 'revived']),
    members: Type.Array(Type.Enum(['title', 'address', 'location']), {
      description: 'What of an item that is there would become another',
    }),
    attributes: Type.Array(Type.String(), { description: 'Its attributes that would, by name' }),
  },
  { title: 'ItemImportRow' },
);
export type ItemImportRow = Static<typeof ItemImportRow>;

const NullableCount = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

export const ItemImportProgress = Type.Object(
  {
    bytes: count('Received'),
    ofBytes: Type.Union([...NullableCount.anyOf], {
      description: 'Of so many; null when the sender does not say',
    }),
    rows: count('Brought in'),
    ofRows: Type.Union([...NullableCount.anyOf], { description: 'Of so many; null until all is received' }),
  },
  { title: 'ItemImportProgress' },
);
export type ItemImportProgress = Static<typeof ItemImportProgress>;

/** A line of the answer. The last one has the summary, or the problem because of which nothing was kept. */
export const ItemImportLine = Type.Union(
  [
    Type.Object({ progress: ItemImportProgress }),
    Type.Object({
      summary: ItemImportSummary,
      errors: Type.Array(ItemImportFault, {
        description: `The first ${limits.importFaults} faults, in the order of the file`,
      }),
      rows: Type.Optional(
        Type.Array(ItemImportRow, {
          description: `After a dry run: the first ${MOST_FORESEEN} rows that would do something, in the order of the file`,
        }),
      ),
    }),
    Type.Object({ problem: ProblemDetails }),
  ],
  { title: 'ItemImportLine' },
);
