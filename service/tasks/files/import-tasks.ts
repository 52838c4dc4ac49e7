import { limits } from '#contract/limits.ts';
import { MOST_IMPORTED, type TaskImport, type TaskImportRow } from '#contract/task-import.ts';
import { sentence } from '#sentences/sentence.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { CallerGone } from '#service/database/questions.ts';
import { run } from '#service/database/statement.ts';
import { createPauses } from '#service/http/in-slices.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { readCsv } from '#service/items/csv-rows.ts';
import { fileEmpty, headerUnfit, tooManyRows } from '#service/items/import-problems.ts';
import { readTaskColumns, TASK_COLUMNS, type TaskColumns } from './task-columns.ts';
import { type CellFault, faultOf, type ReadRow, readTaskRow } from './task-row.ts';
import { createRows, editRows, type KnownTask, type Written } from './write-rows.ts';

/** A file of tasks whose rows are read, each with what is wrong in itself. */
export type TaskFile = { columns: TaskColumns; rows: ReadRow[] };

/** Reads a file; refuses one whose header does not name its columns, or that is too long. */
export const readTaskFile = async (bytes: AsyncIterable<Buffer>): Promise<TaskFile> => {
  const { delimiter, rows: all } = await readCsv(bytes, TASK_COLUMNS);
  const iterator = all[Symbol.asyncIterator]();
  const header = await iterator.next();
  if (header.done) throw fileEmpty();
  const { columns, faults } = readTaskColumns(header.value.cells, { hasDecimalComma: delimiter !== ',' });
  if (faults.length > 0) throw headerUnfit(faults);
  const rows: TaskFile['rows'] = [];
  const lines = new Map<string, number>();
  // What has arrived is read without a turn of the event loop, 10,000 rows in 0.1 s.
  const pause = createPauses();
  for await (const row of { [Symbol.asyncIterator]: () => iterator }) {
    await pause();
    if (rows.length === MOST_IMPORTED.rows) throw tooManyRows(MOST_IMPORTED.rows);
    const read = readTaskRow(columns, row);
    const { externalId } = read.content;
    const earlier = lines.get(externalId);
    if (earlier === undefined) lines.set(externalId, row.line);
    else if (externalId !== '') {
      const message = sentence`The externalId stands in line ${earlier} already.`;
      read.faults.push(faultOf(columns, read, 'externalId', message));
    }
    rows.push(read);
  }
  return { columns, rows };
};

type ToldRow = Omit<TaskImportRow, 'faults'> & { faults: CellFault[] };

/** What a file came to. */
export type ImportOutcome = Omit<TaskImport, 'rows'> & { rows: ToldRow[] };

export type Importing = {
  file: TaskFile;
  isDryRun: boolean;
  newId: () => string;
  /** The caller has gone: nothing is kept. */
  abort: AbortSignal;
};

/**
 * Brings the tasks of a file in: made, or edited when their externalId is there. A column that is there sets its member or
 * custom property, and an empty cell clears it; what has no column stays. All of it or nothing: a row at fault is enough
 * to keep nothing. A dry run does the same and keeps nothing either.
 */
export const importTasks = async (
  db: Database,
  actor: Actor,
  { file, isDryRun, newId, abort }: Importing,
): Promise<ImportOutcome> => {
  try {
    return await inTransaction(db, async (trx) => {
      const outcome = await writeFile(trx, actor, { file, newId, abort });
      if (isDryRun || outcome.refused > 0) throw new NotKept({ ...outcome, isKept: false });
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotKept) return error.outcome;
    throw error;
  }
};

/** Ends a transaction of which nothing is to be kept, with what it would have come to. */
class NotKept extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('Nothing of this is kept.');
    this.outcome = outcome;
  }
}

/** Tasks that a statement writes: some 50 ms. */
const TOGETHER = 100;

const writeFile = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { file: { columns, rows }, newId, abort }: Omit<Importing, 'isDryRun'>,
): Promise<ImportOutcome> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const fit = rows.filter(({ faults }) => faults.length === 0);
  const known = await lockKnown(trx, scope, fit);
  const isNew = ({ content }: ReadRow) => !known.has(content.externalId);
  const written = new Map<ReadRow, Written>();
  const writing = {
    trx,
    scope,
    actorId: actor.userId,
    propertyNames: new Set(columns.attributes.map(({ name }) => name)),
    told: new Map<string, Written>(),
  };
  const inChunks = async (some: ReadRow[], write: (chunk: ReadRow[]) => Promise<Written[]>) => {
    for (let start = 0; start < some.length; start += TOGETHER) {
      if (abort.aborted) throw new CallerGone();
      const chunk = some.slice(start, start + TOGETHER);
      for (const [place, each] of (await write(chunk)).entries()) written.set(chunk[place]!, each);
    }
  };
  await inChunks(
    fit.filter((read) => !isNew(read)),
    (chunk) => editRows(writing, chunk, known),
  );
  // In one order everywhere, so that files with the same external ids do not wait for each other.
  const byExternalId = (a: ReadRow, b: ReadRow) => (a.content.externalId < b.content.externalId ? -1 : 1);
  await inChunks(fit.filter(isNew).toSorted(byExternalId), (chunk) => createRows(writing, chunk, newId));

  const told = rows.map((read): ToldRow => {
    const { outcome, fault } = written.get(read) ?? { outcome: 'error' };
    const faults = fault ? [faultOf(columns, read, fault.column, fault.message)] : read.faults;
    return { line: read.line, externalId: read.content.externalId, outcome, faults };
  });
  const count = (outcome: TaskImportRow['outcome']) => told.filter((row) => row.outcome === outcome).length;
  let left: number = limits.importFaults;
  return {
    isKept: true,
    created: count('create'),
    edited: count('edit'),
    unchanged: count('unchanged'),
    refused: count('error'),
    customProperties: columns.attributes.map(({ name }) => name),
    rows: told.map((row) => (row.outcome === 'error' && left-- <= 0 ? { ...row, faults: [] } : row)),
  };
};

/** In the order of their ids, as every bulk call. */
const lockKnown = async (
  trx: DatabaseTransaction,
  { tenantId, teamIds }: Scope,
  rows: readonly ReadRow[],
): Promise<Map<string, KnownTask>> => {
  const found = await run<KnownTask>(
    trx,
    `select task_id, external_id, state from task
     where tenant_id = $1 and external_id = any($3::text[]) and not is_deleted
       and ($2::uuid[] is null or team_id = any($2::uuid[]))
     order by task_id for update`,
    [tenantId, teamIds, rows.map(({ content }) => content.externalId)],
  );
  return new Map(found.map((task) => [task.external_id, task]));
};
