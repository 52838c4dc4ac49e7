import { type Static, Type } from 'typebox';
import { ProblemDetails } from './envelope.ts';
import { formatNumber } from './format-number.ts';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Flag } from './page.ts';
import { Query } from './query.ts';

export const DryRun = Flag('If true, validates the file without saving anything. Default: false');

export const ItemImportQuery = Query({
  dryRun: DryRun,
  onError: Type.Optional(
    Type.Enum(['skip', 'reject'], {
      description:
        '`skip`: reports invalid rows and imports the others. `reject`: imports nothing if any row is invalid. Default: skip',
    }),
  ),
});
export type ItemImportQuery = Static<typeof ItemImportQuery>;

export const LineNumber = Type.Integer({
  description: 'Line number in the file, from 1; for a row that spans several lines, the first',
});

export const cellErrorFields = {
  column: Type.String({ description: 'Name of the column; empty if the error is about the whole row' }),
  value: Type.String({ description: 'Value of the cell, at most 80 characters' }),
  message: Type.String({ description: 'The error as a sentence, in the language of the request' }),
};

export const ItemImportError = Type.Object(
  { line: LineNumber, ...cellErrorFields },
  { title: 'ItemImportError' },
);
export type ItemImportError = Static<typeof ItemImportError>;

export const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ItemImportSummary = Type.Object(
  {
    isSaved: Type.Boolean({
      description: 'Whether the import was saved; false after a dry run or a rejected import',
    }),
    rows: Count('Number of rows in the file, not counting the header and empty rows'),
    created: Count('Number of items created'),
    updated: Count('Number of items updated'),
    restored: Count('Number of archived items restored'),
    unchanged: Count('Number of items that were already up to date'),
    rejected: Count('Number of invalid rows'),
    errorCount: Count(
      `Number of errors in all rows. A row with more than ${limits.importErrorsPerRow} errors counts as ${limits.importErrorsPerRow + 1}`,
    ),
    attributes: Type.Array(Type.String(), {
      description: 'Names of the columns that were imported as attributes',
    }),
  },
  { title: 'ItemImportSummary' },
);
export type ItemImportSummary = Static<typeof ItemImportSummary>;

export const MAX_PREVIEW_ROWS = 500;

export const ItemImportRow = Type.Object(
  {
    line: LineNumber,
    externalId: Type.String(),
    title: Type.String({ description: 'Title in the file' }),
    outcome: Type.Enum(['created', 'updated', 'restored']),
    fields: Type.Array(Type.Enum(['title', 'address', 'location']), {
      description: 'Properties of the existing item that would change',
    }),
    attributes: Type.Array(Type.String(), { description: 'Names of the attributes that would change' }),
  },
  { title: 'ItemImportRow' },
);
export type ItemImportRow = Static<typeof ItemImportRow>;

const NullableCount = (description: string) => Nullable(Type.Integer({ minimum: 0 }), description);

export const ItemImportProgress = Type.Object(
  {
    bytes: Count('Number of bytes received so far'),
    totalBytes: NullableCount('Size of the file in bytes; null if the client did not send it'),
    rows: Count('Number of rows imported so far'),
    totalRows: NullableCount('Number of rows in the file; null until the whole file has been received'),
  },
  { title: 'ItemImportProgress' },
);
export type ItemImportProgress = Static<typeof ItemImportProgress>;

/** A line of the response. The last one is the summary, or the problem that aborted the import. */
export const ItemImportLine = Type.Union(
  [
    Type.Object({ progress: ItemImportProgress }),
    Type.Object({
      summary: ItemImportSummary,
      errors: Type.Array(ItemImportError, {
        description: `The first ${formatNumber(limits.importErrors)} errors, in file order`,
      }),
      rows: Type.Optional(
        Type.Array(ItemImportRow, {
          description: `After a dry run: the first ${MAX_PREVIEW_ROWS} rows that would create or change an item, in file order`,
        }),
      ),
    }),
    Type.Object({ problem: ProblemDetails }),
  ],
  { title: 'ItemImportLine' },
);
