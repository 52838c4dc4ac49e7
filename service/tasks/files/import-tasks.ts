import { limits } from '#contract/limits.ts';
import { TASK_IMPORT_LIMITS, type TaskImport, type TaskImportRow } from '#contract/task-import.ts';
import { sentence } from '#i18n/sentence.ts';
import { ClientDisconnected } from '#service/database/ad-hoc-queries.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { readCsv } from '#service/items/csv-rows.ts';
import { fileEmpty, invalidHeader, tooManyRows } from '#service/items/import-problems.ts';
import { readTaskColumns, TASK_COLUMNS, type TaskColumns } from './task-columns.ts';
import { type CellError, errorOf, type ReadRow, readTaskRow } from './task-row.ts';
import { createRows, editRows, type KnownTask, type Written } from './write-rows.ts';

/** A file of tasks with its parsed rows, each with its own errors. */
export type TaskFile = { columns: TaskColumns; rows: ReadRow[] };

/** Reads a file. Throws if the header is invalid or the file is too long. */
export const readTaskFile = async (bytes: AsyncIterable<Buffer>): Promise<TaskFile> => {
  const { delimiter, rows: all } = await readCsv(bytes, TASK_COLUMNS);
  const iterator = all[Symbol.asyncIterator]();
  const header = await iterator.next();
  if (header.done) throw fileEmpty();
  const { columns, issues } = readTaskColumns(header.value.cells, {
    hasDecimalComma: delimiter !== ',',
  });
  if (issues.length > 0) throw invalidHeader(issues);
  const rows: TaskFile['rows'] = [];
  const lines = new Map<string, number>();
  // Rows that have already arrived are read without a turn of the event loop: 10,000 rows in 0.1 s.
  const pause = createPauses();
  for await (const row of { [Symbol.asyncIterator]: () => iterator }) {
    await pause();
    if (rows.length === TASK_IMPORT_LIMITS.rows) throw tooManyRows(TASK_IMPORT_LIMITS.rows);
    const read = readTaskRow(columns, row);
    const { externalId } = read.content;
    const earlier = lines.get(externalId);
    if (earlier === undefined) lines.set(externalId, row.line);
    else if (externalId !== '') {
      const message = sentence`Line ${earlier} has the same externalId.`;
      read.errors.push(errorOf(columns, read, 'externalId', message));
    }
    rows.push(read);
  }
  return { columns, rows };
};

type RowOutcome = Omit<TaskImportRow, 'errors'> & { errors: CellError[] };

/** The result of an import. */
export type ImportOutcome = Omit<TaskImport, 'rows'> & { rows: RowOutcome[] };

export type Importing = {
  file: TaskFile;
  isDryRun: boolean;
  newId: () => string;
  /** Aborted when the client has disconnected: nothing is stored. */
  abort: AbortSignal;
};

/**
 * Imports the tasks of a file: creates them, or edits those whose externalId exists. A column sets its member or custom
 * property, and an empty cell clears it; members without a column keep their values. If any row has an error, nothing is
 * stored. A dry run does the same and stores nothing.
 */
export const importTasks = async (
  db: Database,
  author: Author,
  { file, isDryRun, newId, abort }: Importing,
): Promise<ImportOutcome> => {
  try {
    return await inTransaction(db, async (trx) => {
      const outcome = await writeFile(trx, author, { file, newId, abort });
      if (isDryRun || outcome.rejected > 0) throw new Rollback({ ...outcome, isSaved: false });
      const { created, edited } = outcome;
      if (created + edited > 0)
        await recordAudit(trx, author, { kind: 'task.imported', details: { created, edited } });
      return outcome;
    });
  } catch (error) {
    if (error instanceof Rollback) return error.outcome;
    throw error;
  }
};

/** Rolls the transaction back and carries the result that it would have had. */
class Rollback extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('The import was rolled back.');
    this.outcome = outcome;
  }
}

/** Tasks per statement: about 50 ms. */
const TOGETHER = 100;

const writeFile = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { file: { columns, rows }, newId, abort }: Omit<Importing, 'isDryRun'>,
): Promise<ImportOutcome> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const fit = rows.filter(({ errors }) => errors.length === 0);
  const known = await lockKnown(trx, scope, fit);
  const isNew = ({ content }: ReadRow) => !known.has(content.externalId);
  const written = new Map<ReadRow, Written>();
  const writing = {
    trx,
    scope,
    actorId: actor.userId,
    propertyNames: new Set(columns.attributes.map(({ name }) => name)),
    reported: new Map<string, Written>(),
  };
  const inChunks = async (some: ReadRow[], write: (chunk: ReadRow[]) => Promise<Written[]>) => {
    for (let start = 0; start < some.length; start += TOGETHER) {
      if (abort.aborted) throw new ClientDisconnected();
      const chunk = some.slice(start, start + TOGETHER);
      for (const [place, each] of (await write(chunk)).entries()) written.set(chunk[place]!, each);
    }
  };
  await inChunks(
    fit.filter((read) => !isNew(read)),
    (chunk) => editRows(writing, chunk, known),
  );
  // In the same order everywhere, so that files with the same external ids do not deadlock.
  const byExternalId = (a: ReadRow, b: ReadRow) => (a.content.externalId < b.content.externalId ? -1 : 1);
  await inChunks(fit.filter(isNew).toSorted(byExternalId), (chunk) => createRows(writing, chunk, newId));

  const reported = rows.map((read): RowOutcome => {
    const { outcome, issue } = written.get(read) ?? { outcome: 'error' };
    const errors = issue ? [errorOf(columns, read, issue.column, issue.message)] : read.errors;
    return { line: read.line, externalId: read.content.externalId, outcome, errors };
  });
  const count = (outcome: TaskImportRow['outcome']) =>
    reported.filter((row) => row.outcome === outcome).length;
  let left: number = limits.importErrors;
  return {
    isSaved: true,
    created: count('create'),
    edited: count('edit'),
    unchanged: count('unchanged'),
    rejected: count('error'),
    customProperties: columns.attributes.map(({ name }) => name),
    rows: reported.map((row) => (row.outcome === 'error' && left-- <= 0 ? { ...row, errors: [] } : row)),
  };
};

const LOCK_IMPORTED_TASKS = statement('lock-imported-tasks')`
  select task_id, external_id, state from task
  where tenant_id = $1 and external_id = any($3::text[]) and not is_deleted
    and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by task_id for update`;

/** Locks the existing tasks in the order of their ids, as every bulk call does. */
const lockKnown = async (
  trx: DatabaseTransaction,
  { tenantId, teamIds }: Scope,
  rows: readonly ReadRow[],
): Promise<Map<string, KnownTask>> => {
  const found = await run(trx, LOCK_IMPORTED_TASKS, [
    tenantId,
    teamIds,
    rows.map(({ content }) => content.externalId),
  ]);
  return new Map(found.map((task) => [task.external_id, task]));
};
