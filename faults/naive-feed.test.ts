import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChangeFeed } from '#service/changes/change-feed.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { run } from '#service/database/statement.ts';
import { createActors } from '#service/identity/actors.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { FEED_START } from './follow-feed.ts';
import { type EntityState, findViolations, type Page, type Write } from './history-checker.ts';
import { createRandom } from './random.ts';
import { readTables, toEntityState } from './task-revisions.ts';
import { createTenantReader } from './tenant-reader.ts';
import { type Change, writeInTransactions } from './write-in-transactions.ts';

const WRITER_COUNT = 12;
const WRITE_COUNT = 400;
const PAGE_SIZE = 50;

type NaiveRow = { position: string; entity: string; revision: number; is_deletion: boolean };
const toNaiveState = ({ entity, revision, is_deletion }: NaiveRow): EntityState => ({
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
  const writeNaiveFeed = async (trx: typeof db, { entity, revision, isDeletion }: Change) => {
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
    return { entries: rows.map(toNaiveState), positions, nextToken: positions.at(-1) ?? after, isLast };
  };
  const signal = createChangeSignal(database);
  t.after(() => signal.close());
  const feed = createChangeFeed(db, signal, Date.now);
  const readRealFeed = async (after: bigint): Promise<Omit<Page, 'requestedAt'>> => {
    const page = await feed.read(createTenantReader(tenantId, userIds.erp!), after, PAGE_SIZE);
    const entries: EntityState[] = JSON.parse(`[${page.entries}]`).map(toEntityState);
    return { entries, nextToken: page.position, isLast: entries.length < PAGE_SIZE };
  };

  const [stopWriting, stopReading] = [new AbortController(), new AbortController()];
  const writes: Write[] = [];
  let nextPage = Promise.withResolvers<void>();
  const writePromise = Promise.all(
    Array.from({ length: WRITER_COUNT }, (_, index) =>
      writeInTransactions(
        {
          name: `writer${index}`,
          db,
          actor,
          random: createRandom(index),
          // Holds the transaction open until a reader has read another page. This makes the naive feed skip
          // changes; the real feed must not skip any.
          hold: () => nextPage.promise,
          afterChange: writeNaiveFeed,
          onWrite: (write) => {
            if (writes.push(write) === WRITE_COUNT) stopWriting.abort();
          },
        },
        stopWriting.signal,
      ),
    ),
  );
  const follow = async (read: typeof readRealFeed): Promise<Page[]> => {
    const pages: Page[] = [];
    for (;;) {
      const [wasAborted, requestedAt] = [stopReading.signal.aborted, performance.now()];
      pages.push({ ...(await read(pages.at(-1)?.nextToken ?? 0n)), requestedAt });
      nextPage.resolve();
      nextPage = Promise.withResolvers();
      if (wasAborted && pages.at(-1)!.isLast) return pages;
    }
  };
  const readPromise = Promise.all([follow(readNaiveFeed), follow(readRealFeed)]);
  await writePromise;
  stopReading.abort();
  const [naivePages, realPages] = await readPromise;

  const naiveTables = new Map<string, EntityState>();
  const rows = await run<NaiveRow>(db, 'select * from naive_change order by entity, revision', []);
  for (const row of rows) naiveTables.set(row.entity, toNaiveState(row));
  const checkPages = (pages: Page[], tables: Map<string, EntityState>) =>
    findViolations({ writes, tables, readings: [{ reader: 'the reader', ...FEED_START, pages }] });

  const skippedChanges = checkPages(naivePages, naiveTables).filter(({ rule }) => rule === 'skipped');
  t.diagnostic(`the naive feed skipped ${skippedChanges.length} of ${writes.length} changes`);
  assert.ok(skippedChanges.length > 0, 'the checker found no skipped change');
  assert.deepEqual(checkPages(realPages, await readTables(db, tenantId)), []);
});
