import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { raiseEpoch } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

/* Copies of the database are put back, again and again, and readers continue with the tokens that they hold. */

const TABLES = [
  'task',
  'feed',
  'feed_pending',
  'feed_counter',
  'feed_epoch',
  'feed_reader',
  'database_identity',
];
const TASKS = 4;
const READERS = 3;

type Step =
  | { kind: 'write'; task: number }
  | { kind: 'follow'; reader: number }
  | { kind: 'copy' }
  /** The copy replaces the database and a server starts on it, `after` seconds later. */
  | { kind: 'put back'; after: number }
  | { kind: 'restart'; after: number };

const after = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write'), task: fc.nat(TASKS - 1) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('follow'), reader: fc.nat(READERS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put back'), after }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), after }) },
);

type World = { db: Database; erp: Caller };
type Reader = { token: string; folded: Map<string, string> };

/** The service with a clock that stands still, except that it moves on by a quarter of a second each time it is read. */
const startWorld = async (t: TestContext): Promise<World> => {
  const service = await startService(t);
  const { db } = service.database;
  await sql`create sequence test_clock start 40000000 minvalue 0`.execute(db);
  await sql
    .raw(
      `create or replace function feed_second() returns integer language sql volatile
       as 'select (nextval(''test_clock'') / 4)::integer'`,
    )
    .execute(db);
  // What must hold by itself is tried without the random number, which would hide it.
  await rewrite(db, 'begin_feed_epoch', 'random()', '0');
  await sql`update database_identity set epoch = 1`.execute(db);
  // Tables are exchanged one by one.
  await sql`do $$ declare foreign_key record; begin
    for foreign_key in select conrelid::regclass as of, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', foreign_key.of, foreign_key.conname);
    end loop;
  end $$`.execute(db);
  for (const table of TABLES) await sql.raw(`create table copy_of_${table} as table ${table}`).execute(db);
  return { db, erp: await service.as('erp') };
};

/** Replaces a part of a function of the database. */
const rewrite = async (db: Database, name: string, part: string, by: string): Promise<void> => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(
    db,
  );
  assert.ok(rows[0]!.text.includes(part), `${name} has ${part}`);
  await sql.raw(rows[0]!.text.replace(part, by)).execute(db);
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
const putBack = (db: Database) => replaceTables(db, copyName, (table) => table);

const passSeconds = async (db: Database, seconds: number) => {
  if (seconds > 0) await sql`select setval('test_clock', nextval('test_clock') + ${4 * seconds})`.execute(db);
};

const follow = async (erp: Caller, reader: Reader) => {
  const path = '/api/services/custom/externaltask/GetChanges';
  const { body } = await erp.get(`${path}${reader.token === '' ? '' : `?changeToken=${reader.token}`}`);
  assert.equal(body.success, true, JSON.stringify(body));
  for (const { id, title } of body.result.results) reader.folded.set(id, title);
  reader.token = body.result.nextChangeToken;
};

/** Runs the steps; then each reader follows to the end. Returns what readers hold otherwise than the tables. */
const differences = async ({ db, erp }: World, steps: readonly Step[]): Promise<string[]> => {
  // Each run begins with other tasks: readers of earlier runs are of no interest.
  const run = `${performance.now()}`;
  const readers = Array.from({ length: READERS }, (): Reader => ({ token: '', folded: new Map() }));
  let revision = 0;
  const write = async (task: number) => {
    const body = draft({ externalId: `${run} ${task}`, title: `${++revision}` });
    const { body: answer } = await erp.post('/api/services/custom/externaltask/post', body);
    if (!answer.success) await erp.task('put', body);
  };
  await write(0);
  await takeCopy(db);
  for (const each of steps) {
    if (each.kind === 'write') await write(each.task);
    if (each.kind === 'follow') await follow(erp, readers[each.reader]!);
    if (each.kind === 'copy') await takeCopy(db);
    if (each.kind === 'put back') await putBack(db);
    if (each.kind === 'put back' || each.kind === 'restart') {
      await passSeconds(db, each.after);
      await raiseEpoch(db);
    }
  }
  const tasks = await db
    .selectFrom('task')
    .select(['task_id', 'title'])
    .where('external_id', 'like', `${run} %`)
    .execute();
  const found: string[] = [];
  for (const [index, reader] of readers.entries()) {
    // Twice: an answer of up to 500 changes is everything, and the next has nothing new.
    await follow(erp, reader);
    await follow(erp, reader);
    for (const { task_id, title } of tasks) {
      const held = reader.folded.get(task_id);
      if (held !== title) found.push(`reader ${index} holds ${held}, the tables ${title}`);
    }
  }
  return found;
};

test('however often and however quickly copies of the database are put back, no reader skips a change', async (t) => {
  const world = await startWorld(t);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      assert.deepEqual(await differences(world, steps), []);
    }),
    { numRuns: 20 },
  );
});

/** The copy is used, put back and used again, all within one second. */
const TWICE_WITHIN_A_SECOND: Step[] = [
  { kind: 'restart', after: 0 },
  { kind: 'write', task: 1 },
  { kind: 'write', task: 3 },
  { kind: 'follow', reader: 0 },
  { kind: 'put back', after: 0 },
  { kind: 'write', task: 2 },
  { kind: 'write', task: 3 },
];

test('a position that is given out too early is caught, and so is an epoch that does not rise', async (t) => {
  const world = await startWorld(t);
  assert.deepEqual(await differences(world, TWICE_WITHIN_A_SECOND), []);
  await stopClock(world.db, 50_000_000);
  await rewrite(world.db, 'begin_feed_epoch', 'feed_second() = new_base >> 32', 'false');
  assert.ok((await differences(world, TWICE_WITHIN_A_SECOND)).length > 0, 'given out within the second');
  await stopClock(world.db, 0);
  await rewrite(world.db, 'next_feed_epoch', 'greatest(previous + 1, feed_second())', 'previous');
  assert.ok((await differences(world, TWICE_WITHIN_A_SECOND)).length > 0, 'no other epoch');
});

test('where the clock stands still for good, the random number of each epoch keeps histories apart', async (t) => {
  const world = await startWorld(t);
  const { db } = world;
  await stopClock(db, 0);
  const found = await differences(world, TWICE_WITHIN_A_SECOND);
  assert.ok(found.length > 0, 'the epoch alone cannot tell them apart');
  await rewrite(db, 'begin_feed_epoch', 'floor(0 ', 'floor(random() ');
  assert.deepEqual(await differences(world, TWICE_WITHIN_A_SECOND), []);
});
