import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChangeFeed } from '#service/changes/change-feed.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { run } from '#service/database/statement.ts';
import { createActors } from '#service/identity/actors.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { FROM_THE_START } from './follow-feed.ts';
import { findViolations, type Page, type View, type Write } from './history-checker.ts';
import { createRandom } from './random.ts';
import { readTables, toView } from './task-view.ts';
import { createTenantReader } from './tenant-reader.ts';
import { type Changed, writeInTransactions } from './write-in-transactions.ts';

const WRITERS = 12;
const WRITES = 400;
const PAGE_SIZE = 50;

type NaiveRow = { position: string; entity: string; revision: number; is_deletion: boolean };
const toNaiveView = ({ entity, revision, is_deletion }: NaiveRow): View => ({
  entity,
  revision,
  isDeleted: is_deletion,
  content: `revision ${revision}${is_deletion ? ', deleted' : ''}`,
});

test('if writers assign the feed positions, the checker finds skipped changes; for the same writes, the real feed skips none', async (t) => {
  const database = await createDatabase(t);
  const { db } = database;
  await registerDatabase(database);
  const { tenantId, userIds } = await createOrganisation(db);
  const token = await grantToken(db, tenantId, userIds.erp!);
  const actor = (await createActors(db, Date.now).find(token))!;
  await run(
    db,
    'create table naive_change (position bigint generated always as identity, entity text, revision integer, is_deletion boolean)',
    [],
  );
  const writeNaiveFeed = async (trx: typeof db, { entity, revision, isDeletion }: Changed) => {
    const values = [entity, revision, isDeletion];
    await run(trx, 'insert into naive_change (entity, revision, is_deletion) values ($1, $2, $3)', values);
  };
  const readNaiveFeed = async (after: bigint): Promise<Omit<Page, 'requestedAt'>> => {
    const rows = await run<NaiveRow>(
      db,
      'select position::text, entity, revision, is_deletion from naive_change where position > $1 order by position limit $2',
      [after.toString(), PAGE_SIZE],
    );
    const positions = rows.map(({ position }) => BigInt(position));
    const isLast = rows.length < PAGE_SIZE;
    return { entries: rows.map(toNaiveView), positions, nextToken: positions.at(-1) ?? after, isLast };
  };
  const signal = createChangeSignal(database);
  t.after(() => signal.close());
  const feed = createChangeFeed(db, signal, Date.now);
  const readRealFeed = async (after: bigint): Promise<Omit<Page, 'requestedAt'>> => {
    const page = await feed.read(createTenantReader(tenantId, userIds.erp!), after, PAGE_SIZE);
    const entries: View[] = JSON.parse(`[${page.entries}]`).map(toView);
    return { entries, nextToken: page.position, isLast: entries.length < PAGE_SIZE };
  };

  const [stopWriting, stopReading] = [new AbortController(), new AbortController()];
  const writes: Write[] = [];
  let page = Promise.withResolvers<void>();
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      writeInTransactions(
        {
          name: `writer${index}`,
          db,
          actor,
          random: createRandom(index),
          // Holds the transaction open until a reader has read another page. This makes the naive feed skip
          // changes; the real feed must not skip any.
          hold: () => page.promise,
          afterChange: writeNaiveFeed,
          onWrite: (write) => {
            if (writes.push(write) === WRITES) stopWriting.abort();
          },
        },
        stopWriting.signal,
      ),
    ),
  );
  const follow = async (read: typeof readRealFeed): Promise<Page[]> => {
    const pages: Page[] = [];
    for (;;) {
      const [isFinal, requestedAt] = [stopReading.signal.aborted, performance.now()];
      pages.push({ ...(await read(pages.at(-1)?.nextToken ?? 0n)), requestedAt });
      page.resolve();
      page = Promise.withResolvers();
      if (isFinal && pages.at(-1)!.isLast) return pages;
    }
  };
  const reading = Promise.all([follow(readNaiveFeed), follow(readRealFeed)]);
  await writing;
  stopReading.abort();
  const [naive, real] = await reading;

  const naiveTables = new Map<string, View>();
  const rows = await run<NaiveRow>(db, 'select * from naive_change order by entity, revision', []);
  for (const row of rows) naiveTables.set(row.entity, toNaiveView(row));
  const check = (pages: Page[], tables: Map<string, View>) =>
    findViolations({ writes, tables, readings: [{ reader: 'the reader', ...FROM_THE_START, pages }] });

  const missed = check(naive, naiveTables).filter(({ rule }) => rule === 'skipped');
  t.diagnostic(`the naive feed skipped ${missed.length} of ${writes.length} changes`);
  assert.ok(missed.length > 0, 'the checker found no skipped change');
  assert.deepEqual(check(real, await readTables(db, tenantId)), []);
});
