import {
  type ItemImportProgress,
  type ItemImportRow,
  type ItemImportSummary,
  MAX_PREVIEW_ROWS,
} from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransactionIfSaved } from '#service/database/in-transaction.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockContentType } from './content-type-queries.ts';
import { type Delimiter, readCsv } from './csv-rows.ts';
import { fileEmpty, importLocked, invalidHeader, tooManyRows } from './import-problems.ts';
import { ITEM_FILE_COLUMNS, type ItemColumns, parseHeader } from './item-columns.ts';
import { type Row, type RowError, readItem } from './item-row.ts';
import { previewItems } from './preview-items.ts';
import { createSeenIds } from './seen-ids.ts';
import { openSpool, type Spool } from './spool.ts';
import { preferIndexLookups, type WriteCounts, writeItems } from './write-items.ts';

/** A file whose header has been parsed but whose rows have not been read yet. */
export type ItemFile = { columns: ItemColumns; rows: AsyncIterator<Row> };

/** Reads the header of an item file. Throws if it is invalid. */
export const openItemFile = async (bytes: AsyncIterable<Buffer>): Promise<ItemFile> => {
  const { delimiter, rows: allRows } = await readCsv(bytes, ITEM_FILE_COLUMNS);
  const rows = allRows[Symbol.asyncIterator]();
  const header = await rows.next();
  if (header.done) throw fileEmpty();
  const { columns, issues } = parseHeader(header.value.cells, getNumberFormat(delimiter));
  if (issues.length > 0) throw invalidHeader(issues);
  return { columns, rows };
};

const getNumberFormat = (delimiter: Delimiter) => ({ hasDecimalComma: delimiter !== ',' });

export type ItemImport = {
  contentTypeId: string;
  file: ItemFile;
  isDryRun: boolean;
  /** If any row is invalid, nothing is stored. */
  isAllOrNothing: boolean;
  /** Called for every row and batch. The code that receives the file adds the progress in bytes. */
  onProgress(progress: Pick<ItemImportProgress, 'rows' | 'totalRows'>): void;
  /** Aborted when the client disconnects, in which case nothing is stored. */
  signal: AbortSignal;
};

export type ImportOutcome = {
  summary: ItemImportSummary;
  errors: RowError[];
  /** Only after a dry run: the first rows that would create, change or restore an item. */
  rows?: ItemImportRow[];
};

/**
 * Imports the items in a file: creates, changes or restores them, identified by their externalId. A column sets its
 * property or attribute, and an empty cell clears it; properties without a column keep their values. The whole file is
 * read and validated while it arrives, and then written in one transaction. Invalid rows are reported and skipped.
 */
export const importItems = async (
  db: Database,
  actor: AuditedActor,
  { contentTypeId, file, isDryRun, isAllOrNothing, onProgress, signal }: ItemImport,
): Promise<ImportOutcome> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const issues = createIssueList();
  const spool = await openSpool();
  try {
    const totalRows = await readRows(file, spool, issues, () => {
      if (signal.aborted) throw new ClientDisconnectedError();
      onProgress({ rows: 0, totalRows: null });
    });
    const attributeNames = file.columns.attributes.map(({ name }) => name);
    const write = () =>
      writeRows(db, {
        target: { tenantId, contentTypeId },
        actor,
        spool,
        attributeNames,
        hasPreview: isDryRun,
        canSave: (result) => !isDryRun && !(isAllOrNothing && result.linesOverLimit.length > 0),
        onBatch: (rows) => {
          if (signal.aborted) throw new ClientDisconnectedError();
          onProgress({ rows, totalRows });
        },
      });
    const result = isAllOrNothing && issues.rows > 0 ? undefined : await retryWhileLocked(write, signal);
    // Up to a million rows can exceed the limit on attributes.
    const pause = createPauses();
    for (const line of result?.linesOverLimit ?? []) {
      await pause();
      issues.addRow([createAttributesError(line)]);
    }
    return {
      summary: {
        isSaved: result?.isSaved ?? false,
        rows: totalRows,
        created: result?.created ?? 0,
        updated: result?.updated ?? 0,
        restored: result?.restored ?? 0,
        unchanged: result?.unchanged ?? 0,
        rejected: issues.rows,
        errorCount: issues.count,
        attributes: attributeNames,
      },
      errors: issues.listFirst(),
      ...(isDryRun && { rows: result?.rows ?? [] }),
    };
  } finally {
    await spool.close();
  }
};

/** Counts all errors but stores only the first ones. */
const createIssueList = () => {
  const storedErrors: RowError[] = [];
  const list = {
    rows: 0,
    count: 0,
    addRow: (issues: readonly RowError[]) => {
      list.rows++;
      list.count += issues.length;
      storedErrors.push(...issues.slice(0, limits.importErrors));
      // Errors from the database are added last, but may concern any line.
      if (storedErrors.length > 2 * limits.importErrors) storedErrors.splice(limits.importErrors);
    },
    listFirst: () => storedErrors.toSorted((a, b) => a.line - b.line).slice(0, limits.importErrors),
  };
  return list;
};

type IssueList = ReturnType<typeof createIssueList>;

const readRows = async (
  { columns, rows }: ItemFile,
  spool: Spool,
  issues: IssueList,
  onRow: () => void,
): Promise<number> => {
  const seenIds = createSeenIds();
  let count = 0;
  for await (const row of { [Symbol.asyncIterator]: () => rows }) {
    if (++count > limits.importRows) throw tooManyRows(limits.importRows);
    onRow();
    const rowErrors: RowError[] = [];
    const item = readItem(columns, row, (issue) => rowErrors.push(issue));
    const firstLine = item && seenIds.add(item.externalId, row.line);
    if (firstLine !== undefined) rowErrors.push(createDuplicateError(columns, row, firstLine));
    if (rowErrors.length > 0) issues.addRow(rowErrors);
    else await spool.add(JSON.stringify({ ...item, line: row.line }));
  }
  return count;
};

const createDuplicateError = ({ names, indexes }: ItemColumns, { line, cells }: Row, firstLine: number) => {
  const index = indexes.get('externalId')!;
  const value = cells[index]!.slice(0, 80);
  const message = sentence`Line ${firstLine} has the same externalId; the first line counts.`;
  return { line, column: names[index]!, value, message };
};

const createAttributesError = (line: number): RowError => {
  const message = sentence`Together with its existing attributes, the item would have more than ${limits.customProperties} attributes.`;
  return { line, column: '', value: '', message };
};

type WriteResult = WriteCounts & {
  unchanged: number;
  linesOverLimit: number[];
  rows: ItemImportRow[];
  isSaved: boolean;
};

const writeRows = (
  db: Database,
  {
    target,
    actor,
    spool,
    attributeNames,
    hasPreview,
    canSave,
    onBatch,
  }: {
    target: { tenantId: number; contentTypeId: string };
    actor: AuditedActor;
    spool: Spool;
    attributeNames: readonly string[];
    hasPreview: boolean;
    canSave: (result: WriteResult) => boolean;
    onBatch: (rows: number) => void;
  },
): Promise<WriteResult> =>
  inTransactionIfSaved(db, async (trx) => {
    // Without this lock, two concurrent imports would deadlock on each other's items.
    await lockContentType(trx, target.tenantId, target.contentTypeId);
    await preferIndexLookups(trx);
    const result: WriteResult = {
      created: 0,
      updated: 0,
      restored: 0,
      unchanged: 0,
      linesOverLimit: [],
      rows: [],
      isSaved: false,
    };
    let rows = 0;
    for await (const batch of spool.readBatches()) {
      const itemsJson = `[${batch.join(',')}]`;
      const max = MAX_PREVIEW_ROWS - result.rows.length;
      const preview =
        hasPreview && max > 0 ? await previewItems(trx, target, { itemsJson, attributeNames, max }) : [];
      const { created, updated, restored, linesOverLimit } = await writeItems(trx, target, {
        itemsJson,
        attributeNames,
      });
      result.created += created;
      result.updated += updated;
      result.restored += restored;
      result.unchanged += batch.length - created - updated - restored - linesOverLimit.length;
      result.linesOverLimit.push(...linesOverLimit);
      result.rows.push(...preview.filter(({ line }) => !linesOverLimit.includes(line)));
      rows += batch.length;
      onBatch(rows);
    }
    result.isSaved = canSave(result);
    const { created, updated, restored } = result;
    if (result.isSaved && created + updated + restored > 0)
      await recordAudit(trx, actor, { kind: 'item.imported', details: { created, updated, restored } });
    return result;
  });

/** How long an import waits for another import of the same content type. */
const LOCK_TIMEOUT_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Retries while another transaction holds the lock. In each attempt, PostgreSQL waits for it for two seconds. */
const retryWhileLocked = async <Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (signal.aborted) throw new ClientDisconnectedError();
      if (performance.now() > deadline) throw importLocked();
    }
  }
};
