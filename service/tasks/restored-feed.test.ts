import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { raiseEpoch } from '#service/changes/raise-epoch.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { Database } from '#service/database/connect.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import type { Organisation } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

/* Repeatedly restores database copies while readers continue with their change tokens. */

const TABLES = [
  'task',
  'feed',
  'feed_pending',
  'feed_counter',
  'feed_epoch',
  'feed_reader',
  'database_identity',
];
const TASK_COUNT = 4;
const READER_COUNT = 3;

type Step =
  | { kind: 'write'; task: number }
  | { kind: 'read'; reader: number }
  /** Changes what a user may see: the user of all readers (erp), or another user (viewer). */
  | { kind: 'change membership'; userName: string }
  | { kind: 'copy' }
  /** Restores the database from the copy and starts a server on it `secondsLater` seconds later. */
  | { kind: 'restore'; secondsLater: number }
  | { kind: 'restart'; secondsLater: number };

const secondsLater = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write'), task: fc.nat(TASK_COUNT - 1) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('read'), reader: fc.nat(READER_COUNT - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change membership'),
      userName: fc.constantFrom('erp', 'viewer'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore'), secondsLater }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), secondsLater }) },
);

type Environment = { db: Database; erp: Caller; organisation: Organisation };
type Reader = { token: string; titles: Map<string, string> };
/** Starts the service with a simulated clock that advances a quarter of a second per read. */
const startEnvironment = async (t: TestContext): Promise<Environment> => {
  const service = await startService(t);
  const { db } = service.database;
  await sql`create sequence test_clock start 40000000 minvalue 0`.execute(db);
  await sql
    .raw(
      `create or replace function feed_second() returns integer language sql volatile
       as 'select (nextval(''test_clock'') / 4)::integer'`,
    )
    .execute(db);
  // Removes the random number, which would mask errors in the epochs.
  await rewriteFunction(db, 'begin_feed_epoch', 'random()', '0');
  await sql`update database_identity set epoch = 1`.execute(db);
  // Drops the foreign keys, because tables are replaced one by one.
  await sql`do $$ declare foreign_key record; begin
    for foreign_key in select conrelid::regclass as of, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', foreign_key.of, foreign_key.conname);
    end loop;
  end $$`.execute(db);
  for (const table of TABLES) await sql.raw(`create table copy_of_${table} as table ${table}`).execute(db);
  return { db, erp: await service.as('erp'), organisation: service.organisation };
};

/** Replaces part of a database function. */
const rewriteFunction = async (
  db: Database,
  name: string,
  part: string,
  replacement: string,
): Promise<void> => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(
    db,
  );
  assert.ok(rows[0]!.text.includes(part), `${name} has ${part}`);
  await sql.raw(rows[0]!.text.replace(part, replacement)).execute(db);
};

const stopClock = (db: Database, second: number) =>
  sql
    .raw(`create or replace function feed_second() returns integer language sql as 'select ${second}'`)
    .execute(db);

const replaceTables = (db: Database, from: (table: string) => string, to: (table: string) => string) =>
  db.transaction().execute(async (trx) => {
    for (const table of TABLES) {
      await sql.raw(`delete from ${to(table)}`).execute(trx);
      await sql.raw(`insert into ${to(table)} overriding system value table ${from(table)}`).execute(trx);
    }
  });

const copyName = (table: string) => `copy_of_${table}`;
const takeCopy = (db: Database) => replaceTables(db, (table) => table, copyName);
const restoreCopy = (db: Database) => replaceTables(db, copyName, (table) => table);

const passSeconds = async (db: Database, seconds: number) => {
  if (seconds > 0) await sql`select setval('test_clock', nextval('test_clock') + ${4 * seconds})`.execute(db);
};

/** Reads one page into the reader's copy. */
const readChanges = async (erp: Caller, reader: Reader) => {
  const path = '/api/services/custom/externaltask/GetChanges';
  const { body } = await erp.get(`${path}${reader.token === '' ? '' : `?changeToken=${reader.token}`}`);
  assert.equal(body.success, true, JSON.stringify(body));
  for (const { id, title } of body.result.results) reader.titles.set(id, title);
  reader.token = body.result.nextChangeToken;
};

/** Runs the steps, then lets every reader catch up. Returns how the readers' copies differ from the tables. */
const findDifferences = async (
  { db, erp, organisation: { tenantId, userIds } }: Environment,
  steps: readonly Step[],
): Promise<string[]> => {
  // Each run has its own tasks, so that readers from earlier runs do not interfere.
  const runName = `${performance.now()}`;
  const readers = Array.from({ length: READER_COUNT }, (): Reader => ({ token: '', titles: new Map() }));
  let revision = 0;
  const write = async (task: number) => {
    const body = taskBody({ externalId: `${runName} ${task}`, title: `${++revision}` });
    const { body: response } = await erp.post('/api/services/custom/externaltask/post', body);
    if (!response.success) await erp.task('put', body);
  };
  await write(0);
  await takeCopy(db);
  for (const step of steps) {
    if (step.kind === 'write') await write(step.task);
    if (step.kind === 'read') await readChanges(erp, readers[step.reader]!);
    if (step.kind === 'change membership') {
      const userId = userIds[step.userName]!;
      await db.transaction().execute((trx) => raiseReaderFloor(trx, tenantId, [userId]));
    }
    if (step.kind === 'copy') await takeCopy(db);
    if (step.kind === 'restore') await restoreCopy(db);
    if (step.kind === 'restore' || step.kind === 'restart') {
      await passSeconds(db, step.secondsLater);
      await raiseEpoch(db);
    }
  }
  const { rows: tasks } = await sql<{ task_id: string; title: string }>`
    select task_id, title from task where external_id like ${`${runName} %`}`.execute(db);
  const differences: string[] = [];
  for (const [index, reader] of readers.entries()) {
    // Each reader reads twice: the first response contains all changes (up to 500), and the second is empty.
    await readChanges(erp, reader);
    await readChanges(erp, reader);
    for (const { task_id, title } of tasks) {
      const copiedTitle = reader.titles.get(task_id);
      if (copiedTitle !== title) differences.push(`reader ${index} has ${copiedTitle}, the tables ${title}`);
    }
  }
  return differences;
};

test('no reader misses a change, even if database copies are restored often and in quick succession', async (t) => {
  const environment = await startEnvironment(t);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      assert.deepEqual(await findDifferences(environment, steps), []);
    }),
    { numRuns: 20 },
  );
});

/** The copy is used, restored and used again within one second. */
const TWICE_WITHIN_A_SECOND: Step[] = [
  { kind: 'restart', secondsLater: 0 },
  { kind: 'write', task: 1 },
  { kind: 'write', task: 3 },
  { kind: 'read', reader: 0 },
  { kind: 'restore', secondsLater: 0 },
  { kind: 'write', task: 2 },
  { kind: 'write', task: 3 },
];

test('the test detects positions assigned too early and epochs that do not increase', async (t) => {
  const environment = await startEnvironment(t);
  assert.deepEqual(await findDifferences(environment, TWICE_WITHIN_A_SECOND), []);
  await stopClock(environment.db, 50_000_000);
  await rewriteFunction(environment.db, 'begin_feed_epoch', 'feed_second() = new_base >> 32', 'false');
  assert.ok(
    (await findDifferences(environment, TWICE_WITHIN_A_SECOND)).length > 0,
    'the position is assigned before the second has passed',
  );
  await stopClock(environment.db, 0);
  const nextEpoch = 'greatest(previous + 1, feed_second())';
  await rewriteFunction(environment.db, 'next_feed_epoch', nextEpoch, 'previous');
  assert.ok(
    (await findDifferences(environment, TWICE_WITHIN_A_SECOND)).length > 0,
    'the epoch does not rise',
  );
});

test('even with a stopped clock, the random number in each epoch tells histories apart', async (t) => {
  const environment = await startEnvironment(t);
  const { db } = environment;
  await stopClock(db, 0);
  const differences = await findDifferences(environment, TWICE_WITHIN_A_SECOND);
  assert.ok(differences.length > 0, 'the epoch alone does not distinguish them');
  await rewriteFunction(db, 'begin_feed_epoch', 'floor(0 ', 'floor(random() ');
  assert.deepEqual(await findDifferences(environment, TWICE_WITHIN_A_SECOND), []);
});
