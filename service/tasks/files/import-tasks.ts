import { limits } from '#contract/limits.ts';
import { TASK_IMPORT_LIMITS, type TaskImport, type TaskImportRow } from '#contract/task-import.ts';
import { msg } from '#i18n/message.ts';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransactionIfSaved } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { shorten } from '#service/items/file-columns.ts';
import { fileEmpty, invalidHeader, tooManyRows } from '#service/items/import-problems.ts';
import { readTaskColumns, TASK_COLUMNS, type TaskColumns } from './task-columns.ts';
import { type CellError, createCellError, type ParsedRow, readTaskRow } from './task-row.ts';
import { createRows, type ExistingTask, editRows, type RowResult } from './write-rows.ts';

export type TaskFile = { columns: TaskColumns; rows: ParsedRow[] };

/** Throws if the header is invalid or the file is too long. */
export const readTaskFile = async (bytes: AsyncIterable<Buffer>): Promise<TaskFile> => {
  const { readCsv } = await import('#service/items/csv-rows.ts');
  const { format, rows: fileRows } = await readCsv(bytes, TASK_COLUMNS);
  const header = await fileRows.next();
  if (header.done) throw fileEmpty();
  const { columns, issues } = readTaskColumns(header.value.cells, format);
  if (issues.length > 0) throw invalidHeader(issues);
  const rows: TaskFile['rows'] = [];
  const linesByExternalId = new Map<string, number>();
  for await (const row of fileRows) {
    if (rows.length === TASK_IMPORT_LIMITS.rows) throw tooManyRows(TASK_IMPORT_LIMITS.rows);
    const parsedRow = readTaskRow(columns, row);
    const { externalId } = parsedRow.content;
    const firstLine = linesByExternalId.get(externalId);
    if (firstLine === undefined) linesByExternalId.set(externalId, row.line);
    else if (externalId !== '') {
      const message = msg`Line ${firstLine} has the same externalId.`;
      parsedRow.errors.push(createCellError(columns, parsedRow, 'externalId', message));
    }
    rows.push(parsedRow);
  }
  return { columns, rows };
};

type RowOutcome = Omit<TaskImportRow, 'errors'> & { errors: CellError[] };

export type ImportOutcome = Omit<TaskImport, 'rows'> & { rows: RowOutcome[] };

export type ImportOptions = {
  file: TaskFile;
  isDryRun: boolean;
  newId: () => string;
  /** Aborted if the client disconnects, in which case nothing is stored. */
  signal: AbortSignal;
};

/**
 * Creates tasks, or edits existing ones with the same externalId. An empty cell clears its field; fields without a
 * column are unchanged. If any row has an error, nothing is stored.
 */
export const importTasks = (
  db: Database,
  actor: AuditedActor,
  { file, isDryRun, newId, signal }: ImportOptions,
): Promise<ImportOutcome> =>
  inTransactionIfSaved(db, async (trx) => {
    const outcome = await writeTasks(trx, actor, { file, newId, signal });
    const { created, edited, rejected } = outcome;
    const isSaved = !isDryRun && rejected === 0;
    if (isSaved && created + edited > 0)
      await recordAudit(trx, actor, { kind: 'task.imported', details: { created, edited } });
    return { isSaved, ...outcome };
  });

/** A statement with this many tasks takes about 50 ms. */
const CHUNK_SIZE = 100;

const writeTasks = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { file: { columns, rows }, newId, signal }: Omit<ImportOptions, 'isDryRun'>,
): Promise<Omit<ImportOutcome, 'isSaved'>> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const validRows = rows.filter(({ errors }) => errors.length === 0);
  const existingTasks = await lockExistingTasks(trx, scope, validRows);
  const isNew = ({ content }: ParsedRow) => !existingTasks.has(content.externalId);
  const results = new Map<ParsedRow, RowResult>();
  const context = {
    trx,
    scope,
    actorId: actor.userId,
    propertyNames: new Set(columns.attributes.map(({ name }) => name)),
    resultsByNames: new Map<string, RowResult>(),
  };
  const writeInChunks = async (
    parsedRows: ParsedRow[],
    write: (chunk: ParsedRow[]) => Promise<RowResult[]>,
  ) => {
    for (let start = 0; start < parsedRows.length; start += CHUNK_SIZE) {
      if (signal.aborted) throw new ClientDisconnectedError();
      const chunk = parsedRows.slice(start, start + CHUNK_SIZE);
      for (const [index, result] of (await write(chunk)).entries()) results.set(chunk[index]!, result);
    }
  };
  await writeInChunks(
    validRows.filter((parsedRow) => !isNew(parsedRow)),
    (chunk) => editRows(context, chunk, existingTasks),
  );
  // Inserts in a fixed order, so that concurrent imports of the same external IDs cannot deadlock.
  const compareExternalIds = (a: ParsedRow, b: ParsedRow) =>
    a.content.externalId < b.content.externalId ? -1 : 1;
  await writeInChunks(validRows.filter(isNew).toSorted(compareExternalIds), (chunk) =>
    createRows(context, chunk, newId),
  );

  const outcomes = rows.map((parsedRow): RowOutcome => {
    const { outcome, issue } = results.get(parsedRow) ?? { outcome: 'error' };
    const errors = issue
      ? [createCellError(columns, parsedRow, issue.column, issue.message)]
      : parsedRow.errors;
    const { externalId } = parsedRow.content;
    // An invalid externalId can be 600,000 characters long, and six times as long in JSON.
    const shownId = outcome === 'error' ? shorten(externalId) : externalId;
    return { line: parsedRow.line, externalId: shownId, outcome, errors };
  });
  const count = (outcome: TaskImportRow['outcome']) =>
    outcomes.filter((row) => row.outcome === outcome).length;
  let remainingErrors: number = limits.importErrors;
  return {
    created: count('create'),
    edited: count('edit'),
    unchanged: count('unchanged'),
    rejected: count('error'),
    customProperties: columns.attributes.map(({ name }) => name),
    rows: outcomes.map((row) =>
      row.outcome === 'error' && remainingErrors-- <= 0 ? { ...row, errors: [] } : row,
    ),
  };
};

const LOCK_IMPORTED_TASKS = statement('lock-imported-tasks')`
  select task_id, external_id, state from task
  where tenant_id = $1 and external_id = any($3::text[]) and not is_deleted
    and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by task_id for update`;

/** Locks the tasks in ID order, like all bulk operations. */
const lockExistingTasks = async (
  trx: DatabaseTransaction,
  { tenantId, teamIds }: Scope,
  rows: readonly ParsedRow[],
): Promise<Map<string, ExistingTask>> => {
  const tasks = await run(trx, LOCK_IMPORTED_TASKS, [
    tenantId,
    teamIds,
    rows.map(({ content }) => content.externalId),
  ]);
  return new Map(tasks.map((task) => [task.external_id, task]));
};
