import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const { database, organisation } = service;
  await run(
    database.db,
    `update item set latitude = 52, longitude = case external_id when 'BR-001' then 4 else 5 end where tenant_id = $1`,
    [organisation.tenantId],
  );
  const admin = await service.as('admin');
  const create = async (externalId: string, overrides: object): Promise<string> =>
    (
      await admin.post('/api/v1/tasks', {
        ...taskBody({ externalId, workbookName: 'BridgeInspection' }),
        ...overrides,
      })
    ).body.id;
  const [first, second] = [organisation.itemIds['BR-001'], organisation.itemIds['BR-002']];
  return { service, admin, create, first, second, organisation };
};

test('the map shows a task at the location of each of its items, with its state', async (t) => {
  const { service, admin, create } = await start(t);
  const late = await create('A', { itemsToInspect: ['BR-001', 'BR-002'], dueDate: '2020-01-01T00:00:00Z' });
  const foreign = { teamName: 'Locks', assignedUserName: 'bram', itemsToInspect: ['BR-002'] };
  const other = await create('B', foreign);
  await create('C', { workbookName: 'Railing' });
  const points = async (query: string, caller = admin) => {
    const { status, body } = await caller.get(`/api/v1/task-points?${query}`);
    assert.deepEqual([status, body.isTruncated], [200, false]);
    return body.points.toSorted();
  };
  const lateInWest = [late, 4, 52, 'Assigned', true];
  const lateInEast = [late, 5, 52, 'Assigned', true];
  const otherInEast = [other, 5, 52, 'Assigned', false];
  assert.deepEqual(await points(''), [lateInWest, lateInEast, otherInEast].toSorted());
  assert.deepEqual(await points('bounds=4.5,51,5.5,53'), [lateInEast, otherInEast].toSorted());
  assert.deepEqual(await points('isLate=true&bounds=3,51,4.5,53'), [lateInWest]);
  assert.deepEqual(await points('', await service.as('coordinator')), [lateInWest, lateInEast].toSorted());
  assert.deepEqual(await points('', await service.asOtherTenant('admin')), []);
  assert.equal((await admin.get('/api/v1/task-points?sort=title')).status, 422);
});

test('the map shows items, filtered by text, content type and location', async (t) => {
  const { service, admin, first, second, organisation } = await start(t);
  const ids = async (query: string, caller = admin) =>
    (await caller.get(`/api/v1/item-points?${query}`)).body.points.map(([id]: [string]) => id).toSorted();
  assert.deepEqual(await ids(''), [first, second].toSorted());
  assert.deepEqual(await ids('text=BRIDGE br-002'), [second]);
  assert.deepEqual(await ids('text=100%25'), []);
  assert.deepEqual(await ids('bounds=3,51,4.5,53'), [first]);
  assert.deepEqual(await ids('contentTypeId=00000000-0000-0000-0000-000000000000'), []);
  assert.deepEqual(await ids('', await service.asOtherTenant('admin')), []);
  await run(
    service.database.db,
    'update item set archived_at = now() where tenant_id = $1 and item_id = $2',
    [organisation.tenantId, first],
  );
  assert.deepEqual(await ids(''), [second]);
  const rejected = await admin.get('/api/v1/item-points?bounds=1,2,3,1');
  assert.deepEqual([rejected.status, rejected.body.errors[0].field], [422, 'bounds']);
});

test('if there are more points than a map can show, the list is cut off and isTruncated is true', async (t) => {
  const { service, admin, organisation } = await start(t);
  await run(
    service.database.db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title, latitude, longitude)
     select tenant_id, gen_random_uuid(), content_type_id, 'I-' || number, 'Item', 52, 5
     from content_type cross join generate_series(1, 20000) as number where tenant_id = $1`,
    [organisation.tenantId],
  );
  const { body } = await admin.get('/api/v1/item-points');
  assert.deepEqual([body.points.length, body.isTruncated], [20_000, true]);
});
