import {
  type ItemImportProgress,
  type ItemImportRow,
  type ItemImportSummary,
  MAX_PREVIEW_ROWS,
} from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransactionIfSaved } from '#service/database/in-transaction.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockContentType } from './content-type-queries.ts';
import { shorten } from './file-columns.ts';
import { fileEmpty, importLocked, invalidHeader, tooManyRows } from './import-problems.ts';
import { ITEM_FILE_COLUMNS, type ItemColumns, parseHeader } from './item-columns.ts';
import { type Row, type RowError, readItem } from './item-row.ts';
import { previewItems } from './preview-items.ts';
import { createSeenIds } from './seen-ids.ts';
import { openSpool, type Spool } from './spool.ts';
import { preferIndexLookups, writeItems } from './write-items.ts';

export type ItemFile = { columns: ItemColumns; rows: AsyncGenerator<Row> };

/** Throws if the header is invalid. */
export const openItemFile = async (bytes: AsyncIterable<Buffer>): Promise<ItemFile> => {
  const { readCsv } = await import('./csv-rows.ts');
  const { format, rows } = await readCsv(bytes, ITEM_FILE_COLUMNS);
  const header = await rows.next();
  if (header.done) throw fileEmpty();
  const { columns, issues } = parseHeader(header.value.cells, format);
  if (issues.length > 0) throw invalidHeader(issues);
  return { columns, rows };
};

export type ItemImport = {
  contentTypeId: string;
  file: ItemFile;
  isDryRun: boolean;
  isAllOrNothing: boolean;
  /** Called for every row and every batch. */
  onProgress(progress: Pick<ItemImportProgress, 'rows' | 'totalRows'>): void;
  /** Aborted if the client disconnects, in which case nothing is stored. */
  signal: AbortSignal;
};

export type ImportOutcome = {
  summary: ItemImportSummary;
  errors: RowError[];
  /** For dry runs only. */
  rows?: ItemImportRow[];
};

/**
 * Creates, changes or restores items, matched by externalId. An empty cell clears a property; properties without a
 * column keep their values. The file is validated as it arrives, and then written in one transaction.
 */
export const importItems = async (
  db: Database,
  actor: AuditedActor,
  itemImport: ItemImport,
): Promise<ImportOutcome> => {
  const { tenantId } = requireScope(actor, 'Workbooks.Manage');
  const { file, isDryRun, isAllOrNothing, onProgress, signal } = itemImport;
  const issues = createIssueList();
  const spool = await openSpool();
  try {
    const totalRows = await readRows(file, spool, issues, () => {
      if (signal.aborted) throw new ClientDisconnectedError();
      onProgress({ rows: 0, totalRows: null });
    });
    const write = () => writeRows(db, actor, itemImport, { tenantId, spool, totalRows });
    const { isSaved, linesOverLimit, rows, ...counts } =
      isAllOrNothing && issues.rows > 0 ? createWriteResult() : await retryWhileLocked(write, signal);
    // Up to a million rows can exceed the attribute limit.
    const pause = createPauses();
    for (const line of linesOverLimit) {
      await pause();
      issues.addRow([createAttributesError(line)]);
    }
    return {
      summary: {
        isSaved,
        rows: totalRows,
        ...counts,
        rejected: issues.rows,
        errorCount: issues.count,
        attributes: listAttributeNames(file),
      },
      errors: issues.listFirst(),
      ...(isDryRun && { rows }),
    };
  } finally {
    await spool.close();
  }
};

const listAttributeNames = ({ columns }: ItemFile) => columns.attributes.map(({ name }) => name);

const createIssueList = () => {
  const storedErrors: RowError[] = [];
  const list = {
    rows: 0,
    count: 0,
    addRow: (issues: readonly RowError[]) => {
      list.rows++;
      list.count += issues.length;
      storedErrors.push(...issues.slice(0, limits.importErrors));
      // Errors from the database come last, but can concern any line.
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
  for await (const row of rows) {
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
  const value = shorten(cells[index]!);
  const message = msg`Line ${firstLine} has the same externalId; the first line counts.`;
  return { line, column: names[index]!, value, message };
};

const createAttributesError = (line: number): RowError => {
  const message = msg`Together with its existing attributes, the item would have more than ${limits.customProperties} attributes.`;
  return { line, column: '', value: '', message };
};

const createWriteResult = () => ({
  created: 0,
  updated: 0,
  restored: 0,
  unchanged: 0,
  linesOverLimit: [] as number[],
  rows: [] as ItemImportRow[],
  isSaved: false,
});

const writeRows = (
  db: Database,
  actor: AuditedActor,
  { contentTypeId, file, isDryRun, isAllOrNothing, onProgress, signal }: ItemImport,
  { tenantId, spool, totalRows }: { tenantId: number; spool: Spool; totalRows: number },
) =>
  inTransactionIfSaved(db, async (trx) => {
    const target = { tenantId, contentTypeId };
    const attributeNames = listAttributeNames(file);
    // Without this lock, two concurrent imports would deadlock on each other's items.
    await lockContentType(trx, tenantId, contentTypeId);
    await preferIndexLookups(trx);
    const result = createWriteResult();
    let rows = 0;
    for await (const batch of spool.readBatches()) {
      const itemsJson = `[${batch.join(',')}]`;
      const max = MAX_PREVIEW_ROWS - result.rows.length;
      const preview =
        isDryRun && max > 0 ? await previewItems(trx, target, { itemsJson, attributeNames, max }) : [];
      const batchResult = await writeItems(trx, target, { itemsJson, attributeNames });
      const { created, updated, restored, linesOverLimit } = batchResult;
      result.created += created;
      result.updated += updated;
      result.restored += restored;
      result.unchanged += batch.length - created - updated - restored - linesOverLimit.length;
      result.linesOverLimit.push(...linesOverLimit);
      result.rows.push(...preview.filter(({ line }) => !linesOverLimit.includes(line)));
      rows += batch.length;
      if (signal.aborted) throw new ClientDisconnectedError();
      onProgress({ rows, totalRows });
    }
    result.isSaved = !isDryRun && !(isAllOrNothing && result.linesOverLimit.length > 0);
    const { created, updated, restored } = result;
    if (result.isSaved && created + updated + restored > 0)
      await recordAudit(trx, actor, { kind: 'item.imported', details: { created, updated, restored } });
    return result;
  });

const LOCK_TIMEOUT_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Each attempt waits two seconds for the lock (`lock_timeout`). */
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
