import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatToken, parseToken } from '#service/changes/change-token.ts';
import { openFeed, raiseEpoch, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { startService } from '#service/testing/start-service.ts';

type Page = { results: { externalId: string }[]; nextChangeToken: string };

const readChanges = async (caller: Caller, token = ''): Promise<Page> => {
  const query = token === '' ? '' : `?changeToken=${token}`;
  const response = await caller.get(`/api/services/custom/externaltask/GetChanges${query}`);
  assert.equal(response.body.success, true, JSON.stringify(response.body));
  return response.body.result;
};

const createTasks = async (caller: Caller, from: number, count: number) => {
  for (let n = from; n < from + count; n++) await caller.task('post', taskBody({ externalId: `WO-${n}` }));
};

const readEpoch = async (db: Database): Promise<number> =>
  (await run<{ epoch: number }>(db, 'select epoch from database_identity', []))[0]!.epoch;

const secondsSince2026 = () => Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1_000);

test('change tokens combine an epoch and a count, so they keep increasing across restarts', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const secondsBefore = secondsSince2026();
  await raiseEpoch(service.database.db);
  await createTasks(erp, 1, 1);
  const first = parseToken((await readChanges(erp)).nextChangeToken) as bigint;
  await createTasks(erp, 2, 1);
  const second = parseToken((await readChanges(erp)).nextChangeToken) as bigint;
  assert.equal(second, first + 1n);
  const epoch = Number(first >> 32n);
  assert.ok(
    secondsBefore <= epoch && epoch < secondsSince2026(),
    'the second of the epoch is over when the position is assigned',
  );
  await raiseEpoch(service.database.db);
  await createTasks(erp, 3, 1);
  const third = parseToken((await readChanges(erp)).nextChangeToken) as bigint;
  assert.ok(third >> 32n > second >> 32n);
});

test('change tokens stay valid across a server restart or a restore', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await createTasks(erp, 1, 3);
  const { nextChangeToken } = await readChanges(erp);
  await raiseEpoch(service.database.db);
  const idlePage = await readChanges(erp, nextChangeToken);
  assert.deepEqual(
    [idlePage.results.length, idlePage.nextChangeToken],
    [1, nextChangeToken],
    'nothing is new',
  );
  await createTasks(erp, 4, 1);
  const page = await readChanges(erp, nextChangeToken);
  assert.deepEqual(
    page.results.map(({ externalId }) => externalId),
    ['WO-4'],
  );
  assert.ok(parseToken(page.nextChangeToken) > parseToken(nextChangeToken));
});

test('after 2³² changes in one epoch, the count overflows into the next epoch', async (t) => {
  const { as, database } = await startService(t);
  const erp = await as('erp');
  await createTasks(erp, 1, 1);
  await readChanges(erp);
  // Leaves room for one more change in this epoch.
  await run(
    database.db,
    'update feed_counter set base_position = (base_position | ((1::bigint << 32) - 1)) - 1 - version + base_version',
    [],
  );
  const { nextChangeToken: lastToken } = await readChanges(erp);
  await createTasks(erp, 2, 4);
  const page = await readChanges(erp, lastToken);
  assert.equal(page.results.length, 4);
  const [from, to] = [lastToken, page.nextChangeToken].map((token) => parseToken(token) as bigint);
  assert.deepEqual([to! - from!, (to! >> 32n) - (from! >> 32n)], [4n, 1n]);
  assert.equal((await readChanges(erp, formatToken(from! + 2n))).results.length, 2);
});

test('starting a server raises the epoch unless another server is already running on the database', async (t) => {
  const database = await createDatabase(t);
  const { db } = database;
  assert.deepEqual(await raiseEpochAtStart(db), { isRaised: true, isDatabaseReplaced: false });
  const first = await readEpoch(db);
  assert.deepEqual(await raiseEpochAtStart(db), { isRaised: true, isDatabaseReplaced: false });
  const second = await readEpoch(db);
  assert.ok(second > first, 'two starts never share an epoch');

  const listening = Promise.withResolvers<void>();
  const server = database.listen('any', () => {}, listening.resolve);
  await listening.promise;
  assert.deepEqual(await raiseEpochAtStart(db), { isRaised: false, isDatabaseReplaced: false });
  assert.equal(await readEpoch(db), second);
  await run(db, 'update database_identity set database_oid = 1', []);
  assert.deepEqual(await raiseEpochAtStart(db), { isRaised: true, isDatabaseReplaced: true });
  await server.close();
});

test('raising the epoch leaves the feed tables untouched, and only tenants with later changes move to the new epoch', async (t) => {
  const { as, database, organisation } = await startService(t);
  const { db } = database;
  const [{ tenant_id: quietTenantId }] = (await run<{ tenant_id: number }>(
    db,
    `insert into tenant (tenancy_name) values ('quiet') returning tenant_id`,
    [],
  )) as [{ tenant_id: number }];
  await inTransaction(db, (trx) => openFeed(trx, quietTenantId));
  const erp = await as('erp');
  await createTasks(erp, 1, 1);
  await readChanges(erp);
  const readFeedState = async () =>
    JSON.stringify([
      await run(db, 'select * from feed_counter order by tenant_id', []),
      await run(db, 'select * from feed_epoch', []),
    ]);
  const initialState = await readFeedState();
  for (let start = 0; start < 3; start++) await raiseEpoch(db);
  assert.equal(await readFeedState(), initialState);
  await createTasks(erp, 2, 1);
  await readChanges(erp);
  const epochs = await run(db, 'select tenant_id, last_version from feed_epoch', []);
  assert.deepEqual(epochs, [{ tenant_id: organisation.tenantId, last_version: 1 }]);
});

test('a reader whose teams change after a restart can still read to the end of the feed', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const erp = await service.as('erp');
  for (let n = 0; n < 520; n += 40) {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => erp.task('post', taskBody({ externalId: `WO-${n + i}` }))),
    );
  }
  const lastPage = await readChanges(erp);
  await raiseEpoch(database.db);
  await inTransaction(database.db, (trx) =>
    raiseReaderFloor(trx, organisation.tenantId, [organisation.userIds.erp!]),
  );
  const externalIds = new Set<string>();
  let page = await readChanges(erp, lastPage.nextChangeToken);
  for (let pages = 0; pages < 3; pages++) {
    for (const { externalId } of page.results) externalIds.add(externalId);
    const next = await readChanges(erp, page.nextChangeToken);
    assert.ok(parseToken(next.nextChangeToken) >= parseToken(page.nextChangeToken));
    page = next;
  }
  assert.equal(externalIds.size, 520);
  assert.equal(page.results.length, 1);
});

test('neither frequent membership changes nor feed readers wait for the clock', async (t) => {
  const { database, organisation, as } = await startService(t);
  const [erp, admin] = [await as('erp'), await as('admin')];
  const { teamIds, userIds } = organisation;
  await erp.task('post', taskBody());
  const first = await readChanges(erp);
  const [counter] = await run<{ epoch: number }>(
    database.db,
    'select (base_position >> 32)::integer as epoch from feed_counter where tenant_id = $1',
    [organisation.tenantId],
  );
  // Stops the clock one second after the tenant's epoch.
  await run(
    database.db,
    `create or replace function feed_second() returns integer language sql as 'select ${counter!.epoch + 1}'`,
    [],
  );
  for (let change = 0; change < 6; change++) {
    const path = `/api/v1/teams/${teamIds.Locks}/groups/Viewer/members/${userIds.anna}`;
    const { status } = await admin.request(change % 2 === 0 ? 'PUT' : 'DELETE', path);
    assert.equal(status, 204);
    await erp.task('post', taskBody({ externalId: `WO-2-${change}` }));
  }
  const { results } = await readChanges(erp, first.nextChangeToken);
  assert.equal(results.length, 6);
});
