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
  const createTask = async (externalId: string, overrides: object): Promise<string> =>
    (
      await admin.post('/api/v1/tasks', {
        ...taskBody({ externalId, workbookName: 'BridgeInspection' }),
        ...overrides,
      })
    ).body.id;
  const [firstItemId, secondItemId] = [organisation.itemIds['BR-001'], organisation.itemIds['BR-002']];
  return { service, admin, createTask, firstItemId, secondItemId, organisation };
};

test("the map shows a task at each of its items' locations, with its state", async (t) => {
  const { service, admin, createTask } = await start(t);
  const itemsToInspect = ['BR-001', 'BR-002'];
  const lateTaskId = await createTask('A', { itemsToInspect, dueDate: '2020-01-01T00:00:00Z' });
  const otherTeamTask = { teamName: 'Locks', assignedUserName: 'bram', itemsToInspect: ['BR-002'] };
  const otherTaskId = await createTask('B', otherTeamTask);
  await createTask('C', { workbookName: 'Railing' });
  const readPoints = async (query: string, caller = admin) => {
    const { status, body } = await caller.get(`/api/v1/task-points?${query}`);
    assert.deepEqual([status, body.isTruncated], [200, false]);
    return body.points.toSorted();
  };
  const lateInWest = [lateTaskId, 4, 52, 'Assigned', true];
  const lateInEast = [lateTaskId, 5, 52, 'Assigned', true];
  const otherInEast = [otherTaskId, 5, 52, 'Assigned', false];
  assert.deepEqual(await readPoints(''), [lateInWest, lateInEast, otherInEast].toSorted());
  assert.deepEqual(await readPoints('bounds=4.5,51,5.5,53'), [lateInEast, otherInEast].toSorted());
  assert.deepEqual(await readPoints('isLate=true&bounds=3,51,4.5,53'), [lateInWest]);
  const coordinator = await service.as('coordinator');
  assert.deepEqual(await readPoints('', coordinator), [lateInWest, lateInEast].toSorted());
  assert.deepEqual(await readPoints('', await service.asOtherTenant('admin')), []);
  assert.equal((await admin.get('/api/v1/task-points?sort=title')).status, 422);
});

test('the map shows items, filtered by text, content type and location', async (t) => {
  const { service, admin, firstItemId, secondItemId, organisation } = await start(t);
  const listIds = async (query: string, caller = admin) =>
    (await caller.get(`/api/v1/item-points?${query}`)).body.points.map(([id]: [string]) => id).toSorted();
  assert.deepEqual(await listIds(''), [firstItemId, secondItemId].toSorted());
  assert.deepEqual(await listIds('text=BRIDGE br-002'), [secondItemId]);
  assert.deepEqual(await listIds('text=100%25'), []);
  assert.deepEqual(await listIds('bounds=3,51,4.5,53'), [firstItemId]);
  assert.deepEqual(await listIds('contentTypeId=00000000-0000-0000-0000-000000000000'), []);
  assert.deepEqual(await listIds('', await service.asOtherTenant('admin')), []);
  await run(
    service.database.db,
    'update item set archived_at = now() where tenant_id = $1 and item_id = $2',
    [organisation.tenantId, firstItemId],
  );
  assert.deepEqual(await listIds(''), [secondItemId]);
  const response = await admin.get('/api/v1/item-points?bounds=1,2,3,1');
  assert.deepEqual([response.status, response.body.errors[0].field], [422, 'bounds']);
});

test('if there are more points than a map can show, the list is truncated and isTruncated is true', async (t) => {
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
