import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToken } from '#service/changes/change-token.ts';
import {
  type HistoryMemory,
  NOTHING_REMEMBERED,
  type RememberedHistory,
  recogniseHistory,
  rememberHistory,
} from '#service/changes/feed-history.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

type Page = { results: { externalId: string }[]; nextChangeToken: string };

const follow = async (caller: Caller, token = ''): Promise<Page> => {
  const query = token === '' ? '' : `?changeToken=${token}`;
  const answer = await caller.get(`/api/services/custom/externaltask/GetChanges${query}`);
  assert.equal(answer.body.success, true, JSON.stringify(answer.body));
  return answer.body.result;
};

const create = async (caller: Caller, from: number, count: number) => {
  for (let n = from; n < from + count; n++) await caller.task('post', draft({ externalId: `WO-${n}` }));
};

/** What a server keeps in its data folder. */
const createMemory = (remembered: Partial<RememberedHistory> = {}) => {
  let kept = { ...NOTHING_REMEMBERED, ...remembered };
  return {
    read: async () => kept,
    write: async (history: RememberedHistory) => {
      kept = history;
    },
  };
};

/** The database comes back as a restored one does: with another identity, in the same hour. */
const restored = async ({ database }: TestService, memory: HistoryMemory = createMemory()) => {
  await run(database.db, 'update database_identity set database_oid = $1', [1]);
  assert.equal(await recogniseHistory(database.db, { memory, now: Date.now() }), 'branched');
};

test('after a restore the tokens of before go on where they were', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await create(erp, 1, 3);
  const { nextChangeToken } = await follow(erp);
  await restored(service);
  await create(erp, 4, 1);
  const page = await follow(erp, nextChangeToken);
  assert.deepEqual(
    page.results.map(({ externalId }) => externalId),
    ['WO-4'],
  );
  assert.ok(parseToken(page.nextChangeToken) > parseToken(nextChangeToken));
});

test('a token of the future that a restore took away is served everything again, however far the feed has come', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await create(erp, 1, 5);
  const { nextChangeToken: lost } = await follow(erp);
  // The backup knew only three of the five changes.
  await run(service.database.db, 'delete from feed where version > $1', [3]);
  await run(service.database.db, 'update feed_counter set version = $1', [3]);
  await restored(service);
  assert.equal((await follow(erp, lost)).results.length, 3);
  await create(erp, 6, 9);
  assert.equal((await follow(erp, lost)).results.length, 12);
});

test('two restores within an hour are told apart', async (t) => {
  const service = await startService(t);
  const memory = createMemory();
  await restored(service, memory);
  const { epoch } = await memory.read();
  await restored(service, memory);
  assert.equal((await memory.read()).epoch, epoch + 1);
});

test('a database that is as it was is recognised, and nothing changes', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const memory = createMemory();
  await create(await service.as('erp'), 1, 2);
  await follow(await service.as('erp'));
  await rememberHistory(db, memory);
  const before = await memory.read();
  assert.equal(before.positions, 2);
  assert.equal(await recogniseHistory(db, { memory, now: Date.now() + 3_600_000 }), 'same');
  assert.deepEqual(await memory.read(), before);
});

test('an older copy of the same database is recognised by what it has forgotten, each time', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const erp = await service.as('erp');
  const memory = createMemory();
  await create(erp, 1, 3);
  const { nextChangeToken: kept } = await follow(erp);
  const identity = await db.selectFrom('database_identity').selectAll().executeTakeFirstOrThrow();
  await create(erp, 4, 2);
  const { nextChangeToken: lost } = await follow(erp);
  await rememberHistory(db, memory);
  const putBack = async () => {
    await run(db, 'delete from feed where version > $1', [3]);
    await run(db, 'update feed_counter set version = $1, epoch = $2', [3, identity.epoch]);
    await run(db, 'delete from feed_epoch where epoch > $1', [identity.epoch]);
    await db.updateTable('database_identity').set(identity).execute();
  };

  await putBack();
  // A server that was running meanwhile does not take the older copy for the newer.
  await rememberHistory(db, memory);
  assert.equal(await recogniseHistory(db, { memory, now: Date.now() }), 'branched');
  assert.equal((await follow(erp, lost)).results.length, 3);
  assert.equal((await follow(erp, kept)).results.length, 1);
  // Put back once more before anything was done with it.
  await putBack();
  assert.equal(await recogniseHistory(db, { memory, now: Date.now() }), 'branched');
});

test('a reader whose teams change after a restore reads the feed to its end', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const erp = await service.as('erp');
  for (let n = 0; n < 520; n += 40) {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => erp.task('post', draft({ externalId: `WO-${n + i}` }))),
    );
  }
  const before = await follow(erp);
  await restored(service);
  await inTransaction(database.db, (trx) =>
    raiseReaderFloor(trx, organisation.tenantId, [organisation.userIds.erp!]),
  );
  const seen = new Set<string>();
  let page = await follow(erp, before.nextChangeToken);
  for (let pages = 0; pages < 3; pages++) {
    for (const { externalId } of page.results) seen.add(externalId);
    page = await follow(erp, page.nextChangeToken);
  }
  assert.equal(seen.size, 520);
  assert.equal(page.results.length, 1);
});
