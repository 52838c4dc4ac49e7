import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToken } from '#service/changes/change-token.ts';
import { recogniseHistory } from '#service/changes/feed-history.ts';
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

/** The database comes back as a restored one does: with another identity, in the same hour. */
const restored = async ({ database }: TestService, epochBefore = 0) => {
  await run(database.db, 'update database_identity set database_oid = $1', [1]);
  const written: number[] = [];
  const memory = {
    read: async () => epochBefore,
    write: async (epoch: number) => {
      written.push(epoch);
    },
  };
  assert.equal(await recogniseHistory(database.db, { memory, now: Date.now() }), 'branched');
  return written[0]!;
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
  const first = await restored(service);
  assert.equal(await restored(service, first), first + 1);
});

test('a database that is as it was is recognised, and nothing changes', async (t) => {
  const { database } = await startService(t);
  const memory = { read: async () => 0, write: async () => assert.fail('nothing is to be remembered') };
  const [before] = await run<{ epoch: number }>(database.db, 'select epoch from database_identity where $1', [
    true,
  ]);
  const later = { memory: { ...memory, read: async () => before!.epoch }, now: Date.now() + 3_600_000 };
  assert.equal(await recogniseHistory(database.db, later), 'same');
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
