import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

const anyRevision = { 'if-match': '*' };

/** Starts the service. Returns an administrator and the path of Bridge's items. */
const start = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const [bridge] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const items = `/api/v1/content-types/${bridge.id}/items`;
  return { ...service, admin, items };
};

const listExternalIds = async (caller: Caller, path: string): Promise<string[]> => {
  const { status, body } = await caller.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ externalId }: { externalId: string }) => externalId);
};

test('an administrator can create, read, edit and delete an item with all properties', async (t) => {
  const { admin, items } = await start(t);
  const input = {
    externalId: 'BR-003',
    title: 'Magere Brug',
    address: 'Amstel 81',
    location: { latitude: 52.3636, longitude: 4.9024 },
    attributes: { built: 1934, movable: true, material: 'wood', '': 'x' },
  };
  assert.equal((await admin.post(items, input)).status, 422);
  const { '': _, ...attributes } = input.attributes;
  const createResponse = await admin.post(items, { ...input, attributes });
  assert.equal(createResponse.status, 201);
  const { id, contentTypeId } = createResponse.body;
  const path = `${items}/${id}`;
  assert.equal(createResponse.headers.get('location'), path);
  const item = { ...input, attributes, id, contentTypeId, isArchived: false, revision: 1 };
  assert.deepEqual(createResponse.body, item);
  assert.deepEqual((await admin.get(path)).body, item);

  const edit = (patch: object) => admin.request('PATCH', path, patch, anyRevision);
  assert.equal((await edit({ title: 'Skinny' })).body.title, 'Skinny');
  assert.equal((await edit({ address: null, location: null })).body.location, null);
  const lastEdit = await edit({ externalId: 'BR-03', attributes: { built: 1671.5 } });
  const changes = { externalId: 'BR-03', title: 'Skinny', address: null, location: null };
  assert.deepEqual(lastEdit.body, { ...item, ...changes, attributes: { built: 1671.5 }, revision: 4 });
  assert.equal((await edit({ title: 'Skinny' })).headers.get('etag'), '"4"');

  const deleteResponse = await admin.request('DELETE', path, undefined, anyRevision);
  assert.deepEqual([deleteResponse.status, deleteResponse.body], [200, { outcome: 'deleted' }]);
  assert.equal((await admin.get(path)).status, 404);
});

test('items can be searched by location and by words in externalId, title and address', async (t) => {
  const { admin, items } = await start(t);
  for (const [externalId, title, address, longitude] of [
    ['A-1', 'Magere Brug', 'Amstel 81', 4.9024],
    ['A-2', 'Blauwbrug', 'Amstel 1 (100%)', 4.9011],
    ['A-3', 'Date line', null, 179.9],
    ['A-4', 'Beyond it', null, -179.9],
  ] as const) {
    const location = { latitude: longitude < 5 && longitude > 0 ? 52.3636 : 0, longitude };
    await admin.post(items, { externalId, title, address, location });
  }
  const findIds = (query: string) => listExternalIds(admin, `${items}?${query}`);
  assert.deepEqual(await findIds('text=brug+AMSTEL'), ['A-1', 'A-2']);
  assert.deepEqual(await findIds('text=a-2'), ['A-2']);
  assert.deepEqual(await findIds('text=100%25'), ['A-2']);
  assert.deepEqual(await findIds('text=_'), []);
  assert.deepEqual(await findIds('text=%20'), ['A-1', 'A-2', 'A-3', 'A-4', 'BR-001', 'BR-002']);
  assert.deepEqual(await findIds('externalId=A-2'), ['A-2']);
  assert.deepEqual(await findIds('externalId=a-2'), []);
  assert.deepEqual(await findIds('externalId=A-2&text=magere'), []);
  assert.equal((await admin.get(`${items}?externalId=%00`)).status, 422);
  assert.deepEqual(await findIds('bbox=4.902,52,5,53'), ['A-1']);
  assert.deepEqual(await findIds('bbox=179,-1,-179,1'), ['A-3', 'A-4']);
  assert.deepEqual(await findIds('bbox=-180,-90,180,90&text=brug'), ['A-1', 'A-2']);
  for (const wrong of ['1,2,3', '5,53,4.9,52', '-181,0,0,0', '0,0,0,91', 'a,b,c,d']) {
    const { status, body } = await admin.get(`${items}?bbox=${wrong}`);
    assert.deepEqual([status, body.errors?.[0].field], [422, 'bbox'], wrong);
  }
});

test('pages of items have no gaps or overlaps', async (t) => {
  const { admin, items } = await start(t);
  const names = ['a', 'B', 'é', '10', '9', '€', '\u{1F309}'];
  for (const externalId of names) await admin.post(items, { externalId, title: 'T' });
  const externalIds: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await admin.get(`${items}?limit=2${after}`);
    externalIds.push(...body.items.map(({ externalId }: { externalId: string }) => externalId));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  assert.deepEqual(externalIds.toSorted(), [...names, 'BR-001', 'BR-002'].toSorted());
});

test('an externalId stays unique when items are created and edited concurrently', async (t) => {
  const { admin, items } = await start(t);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => admin.post(items, { externalId: 'A', title: 'A' })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  const { id } = responses.find(({ status }) => status === 201)!.body;
  const taken = await admin.request('PATCH', `${items}/${id}`, { externalId: 'BR-001' }, anyRevision);
  assert.deepEqual([taken.status, /'BR-001'/.test(taken.body.detail)], [409, true]);
});

test('when two users edit the same revision, one of them gets a 412', async (t) => {
  const { admin, items, organisation } = await start(t);
  const path = `${items}/${organisation.itemIds['BR-001']}`;
  const { headers } = await admin.get(path);
  const ifMatch = { 'if-match': headers.get('etag')! };
  const responses = await Promise.all(
    ['One', 'Other'].map((title) => admin.request('PATCH', path, { title }, ifMatch)),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
  const winner = responses.find(({ status }) => status === 200)!;
  assert.deepEqual((await admin.get(path)).body, winner.body);
});

test('deleting an item that a task refers to archives it: new tasks cannot use it, the existing task keeps it, and creating it again restores it', async (t) => {
  const { admin, items, organisation, as } = await start(t);
  const erp = await as('erp');
  const bridge = { workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] };
  await erp.task('post', taskBody(bridge));
  const id = organisation.itemIds['BR-001']!;
  const deleteResponse = await admin.request('DELETE', `${items}/${id}`, undefined, anyRevision);
  assert.deepEqual(deleteResponse.body, { outcome: 'archived' });
  assert.deepEqual(await listExternalIds(admin, items), ['BR-002']);
  assert.deepEqual(await listExternalIds(admin, `${items}?archived=true`), ['BR-001']);
  assert.equal((await admin.get(`${items}/${id}`)).body.isArchived, true);
  const edited = await admin.request('PATCH', `${items}/${id}`, { title: 'X' }, anyRevision);
  assert.deepEqual([edited.status, /archived/.test(edited.body.detail)], [409, true]);

  for (const itemName of ['BR-001', id]) {
    const taskError = await erp.taskError('post', {
      ...taskBody(bridge),
      externalId: 'WO-2',
      itemsToInspect: [itemName],
    });
    assert.match(taskError.message, new RegExp(itemName));
  }
  const anna = await as('anna');
  const newInspection = {
    workbookId: organisation.workbookIds.BridgeInspection,
    teamId: organisation.teamIds.Bridges,
  };
  assert.equal((await anna.post('/api/v1/inspections', { ...newInspection, items: [id] })).status, 422);
  await erp.task('put', taskBody({ ...bridge, title: 'Still editable' }));
  const { id: taskId } = (await erp.get('/api/services/custom/externaltask/getall?%24top=1')).body.result
    .results[0];
  const started = await anna.post(`/api/v1/tasks/${taskId}/start`);
  assert.equal(started.body.items[0].externalId, 'BR-001');

  const restored = await admin.post(items, { externalId: 'BR-001', title: 'Rebuilt' });
  assert.deepEqual([restored.status, restored.body.id, restored.body.title], [201, id, 'Rebuilt']);
  assert.equal(restored.headers.get('etag'), '"3"');
  await erp.task('post', { ...taskBody(bridge), externalId: 'WO-3' });
});

test('deleting an item archives it if a new task has started using it in the meantime', async (t) => {
  const { admin, items, organisation, database } = await start(t);
  const { tenantId, itemIds } = organisation;
  const id = itemIds['BR-001']!;
  const response = await runWhileLocked(
    database.db,
    async (trx) => {
      const [task] = await run<{ task_id: string }>(
        trx,
        `insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, state)
         values ($1, gen_random_uuid(), 'T', 'T', $2, $3, 0) returning task_id`,
        [tenantId, organisation.teamIds.Bridges, organisation.versionIds.BridgeInspection],
      );
      await run(trx, 'insert into task_item (tenant_id, task_id, item_id, position) values ($1, $2, $3, 1)', [
        tenantId,
        task!.task_id,
        id,
      ]);
    },
    () => admin.request('DELETE', `${items}/${id}`, undefined, anyRevision),
  );
  assert.deepEqual(response.body, { outcome: 'archived' });
});

test('rejects a task that refers to an item that is being deleted concurrently', async (t) => {
  const { organisation, database, as } = await start(t);
  const erp = await as('erp');
  const task = taskBody({ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] });
  const response = await runWhileLocked(
    database.db,
    (trx) =>
      run(trx, 'delete from item where tenant_id = $1 and item_id = $2', [
        organisation.tenantId,
        organisation.itemIds['BR-001'],
      ]),
    () => erp.post('/api/services/custom/externaltask/post', task),
  );
  assert.deepEqual([response.status, response.body.success], [200, false]);
  assert.match(response.body.error.message, /has just been deleted/);
});

test('reading items requires a workbook permission, and writing them requires permission to manage workbooks', async (t) => {
  const { items, organisation, as, asOtherTenant, anonymous } = await start(t);
  const path = `${items}/${organisation.itemIds['BR-001']}`;
  const item = { externalId: 'X', title: 'X' };
  for (const userName of ['coordinator', 'viewer', 'erp']) {
    const reader = await as(userName);
    assert.equal((await reader.get(path)).status, 200);
    const responses = [
      await reader.post(items, item),
      await reader.request('PATCH', path, { title: 'X' }, anyRevision),
      await reader.request('DELETE', path, undefined, anyRevision),
    ];
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [403]);
  }
  assert.equal((await (await as('anna')).get(items)).status, 403);
  assert.equal((await anonymous.get(items)).status, 401);
  const other = await asOtherTenant('admin');
  const [foreignType] = (await other.get('/api/v1/content-types')).body.contentTypes;
  for (const url of [path, path.replace(/content-types\/[^/]+/, `content-types/${foreignType.id}`)]) {
    const responses = [
      await other.get(url),
      await other.request('PATCH', url, { title: 'X' }, anyRevision),
      await other.request('DELETE', url, undefined, anyRevision),
    ];
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [404]);
  }
  assert.equal((await other.get(items)).status, 404);
});

test('rejects invalid values, naming the field, and accepts values at the limits', async (t) => {
  const { admin, items } = await start(t);
  const item = { externalId: 'X', title: 'X' };
  for (const [field, wrong] of Object.entries({
    externalId: { externalId: '' },
    title: { title: 'x'.repeat(257) },
    address: { address: 5 },
    'location.latitude': { location: { latitude: 90.1, longitude: 0 } },
    'location.longitude': { location: { latitude: 0 } },
    'attributes.list': { attributes: { list: [] } },
    'attributes.long': { attributes: { long: 'x'.repeat(4_001) } },
    attributes: { attributes: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, 1])) },
    isArchived: { isArchived: true },
  })) {
    const { status, body } = await admin.post(items, { ...item, ...wrong });
    assert.deepEqual([status, body.errors[0].field], [422, field], JSON.stringify(body));
  }
  const blank = await admin.post(items, { externalId: 'D1 ', title: '\u00a0' });
  assert.deepEqual(blank.body.errors, [
    {
      field: 'externalId',
      message: `The field 'externalId' must not start or end with spaces; "D1 " was given.`,
    },
    {
      field: 'title',
      message: `The field 'title' must not start or end with spaces; "\u00a0" was given.`,
    },
  ]);
  const listMessages = async (wrong: object) =>
    (await admin.post(items, { ...item, ...wrong })).body.errors.map(
      ({ message }: { message: string }) => message,
    );
  assert.deepEqual(await listMessages({ attributes: { built: null } }), [
    "The field 'attributes.built' must be a string or a number or true or false; null was given.",
  ]);
  assert.deepEqual(await listMessages({ address: 5, location: { latitude: 91, longitude: 0 } }), [
    "The field 'address' must be a string or null; 5 was given.",
    "The field 'location.latitude' must be at most 90; 91 was given.",
  ]);
  const itemAtLimits = {
    externalId: '\u{1F309}'.repeat(256),
    title: '\u{1F309} \u{1F309}',
    address: '',
    location: { latitude: -90, longitude: 180 },
    attributes: { constructor: 'BAM', ' ': 1e300, ['x'.repeat(128)]: '\u{1F309}'.repeat(4_000) },
  };
  const { status, body } = await admin.post(items, itemAtLimits);
  assert.equal(status, 201, JSON.stringify(body).slice(0, 500));
  for (const [property, value] of Object.entries(itemAtLimits)) assert.deepEqual(body[property], value);
  const rejection = await admin.request('PATCH', `${items}/${body.id}`, {}, anyRevision);
  assert.equal(rejection.status, 422);
});
