import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedContentType } from '#contract/content-type.ts';
import { run } from '#service/database/statement.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

const TYPES = '/api/v1/content-types';
const anyRevision = { 'if-match': '*' };

test('an administrator can create, read, rename and delete a content type', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const createResponse = await admin.post(TYPES, { name: 'Lock' });
  assert.equal(createResponse.status, 201);
  const { id } = createResponse.body;
  assert.deepEqual(createResponse.body, { id, name: 'Lock', revision: 1 });
  assert.deepEqual(
    [createResponse.headers.get('location'), createResponse.headers.get('etag')],
    [`${TYPES}/${id}`, '"1"'],
  );

  const renamed = await admin.request('PATCH', `${TYPES}/${id}`, { name: 'Sluice' }, { 'if-match': '"1"' });
  assert.deepEqual([renamed.status, renamed.headers.get('etag'), renamed.body.name], [200, '"2"', 'Sluice']);
  assert.deepEqual((await admin.get(`${TYPES}/${id}`)).body, renamed.body);
  const { body: list } = await admin.get(TYPES);
  assert.deepEqual(
    list.contentTypes.map(({ name, itemCount }: ListedContentType) => [name, itemCount]),
    [
      ['Bridge', 2],
      ['Sluice', 0],
    ],
  );
  assert.equal(list.next, null);

  assert.equal((await admin.request('DELETE', `${TYPES}/${id}`, undefined, anyRevision)).status, 204);
  assert.equal((await admin.get(`${TYPES}/${id}`)).status, 404);
});

test('pages of content types are sorted case-insensitively, without gaps or overlaps', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const names = ['Ärm', 'zebra', 'Ant', 'bee', "'s-Lands werf", 'Bridge'];
  for (const name of names) if (name !== 'Bridge') await admin.post(TYPES, { name });
  const listed: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await admin.get(`${TYPES}?limit=2${next === '' ? '' : `&after=${next}`}`);
    listed.push(...body.contentTypes.map(({ name }: { name: string }) => name));
    next = body.next;
  }
  assert.deepEqual(listed.toSorted(), names.toSorted());
  assert.ok(listed.indexOf('Ant') < listed.indexOf('bee') && listed.indexOf('bee') < listed.indexOf('zebra'));
});

test('renaming an outdated revision returns 412, and renaming without If-Match returns 428', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const { body } = await admin.post(TYPES, { name: 'Lock' });
  const rename = (name: string, headers: Record<string, string>) =>
    admin.request('PATCH', `${TYPES}/${body.id}`, { name }, headers);
  assert.equal((await rename('A', { 'if-match': '"1"' })).status, 200);
  const late = await rename('B', { 'if-match': '"1"' });
  assert.equal(late.status, 412);
  assert.match(late.body.detail, /'A' has been changed \(now at revision 2\)/);
  assert.equal((await rename('B', {})).status, 428);
  assert.equal((await rename('B', { 'if-match': '2' })).status, 422);
  assert.equal((await rename('B', { 'if-match': 'W/"2"' })).status, 200);
  assert.equal((await rename('C', { 'if-match': '"7", "3"' })).status, 200);
  assert.equal((await admin.request('DELETE', `${TYPES}/${body.id}`)).status, 428);
  const stale = await admin.request('DELETE', `${TYPES}/${body.id}`, undefined, { 'if-match': '"1"' });
  assert.equal(stale.status, 412);
  // Renaming it to its current name is a no-op.
  assert.equal((await rename('C', anyRevision)).headers.get('etag'), '"4"');
});

test('names are unique ignoring case, even with concurrent requests', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const responses = await Promise.all(Array.from({ length: 10 }, () => admin.post(TYPES, { name: 'Lock' })));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  const other = await admin.post(TYPES, { name: 'Pump' });
  const taken = await admin.request('PATCH', `${TYPES}/${other.body.id}`, { name: 'LOCK' }, anyRevision);
  assert.deepEqual([taken.status, /'LOCK'/.test(taken.body.detail)], [409, true]);
});

test('a create request retried with its Idempotency-Key creates a single content type', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const key = { 'idempotency-key': 'once' };
  const firstResponse = await admin.post(TYPES, { name: 'Lock' }, key);
  const again = await admin.post(TYPES, { name: 'Lock' }, key);
  assert.deepEqual([again.status, again.body], [201, firstResponse.body]);
  assert.equal((await admin.post(TYPES, { name: 'Pump' }, key)).status, 409);
});

test('a content type that still has workbooks or items cannot be deleted, and the error lists them', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const [bridge] = (await admin.get(TYPES)).body.contentTypes;
  const rejection = await admin.request('DELETE', `${TYPES}/${bridge.id}`, undefined, anyRevision);
  assert.equal(rejection.status, 409);
  assert.match(rejection.body.detail, /'Bridge'.*'BridgeInspection'.*2 items/);
});

test('rejects an item that is being created while its content type is deleted', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const { body } = await admin.post(TYPES, { name: 'Lock' });
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const response = await runWhileLocked(
    db,
    (trx) =>
      run(trx, 'delete from content_type where tenant_id = $1 and content_type_id = $2', [tenantId, body.id]),
    () => admin.post(`${TYPES}/${body.id}/items`, { externalId: 'L1', title: 'One' }),
  );
  assert.equal(response.status, 409);
  assert.match(response.body.detail, /has just been deleted/);
});

test('reading content types requires a workbook permission, and other organisations cannot see them', async (t) => {
  const service = await startService(t);
  const [anna, erp, coordinator, viewer] = await Promise.all(
    ['anna', 'erp', 'coordinator', 'viewer'].map((userName) => service.as(userName)),
  );
  assert.equal((await anna!.get(TYPES)).status, 403);
  for (const reader of [erp!, coordinator!, viewer!]) {
    assert.equal((await reader.get(TYPES)).body.contentTypes.length, 1);
    assert.equal((await reader.post(TYPES, { name: 'Lock' })).status, 403);
  }
  assert.equal((await service.anonymous.get(TYPES)).status, 401);

  const [bridge] = (await erp!.get(TYPES)).body.contentTypes;
  const other = await service.asOtherTenant('admin');
  assert.equal((await other.get(`${TYPES}/${bridge.id}`)).status, 404);
  assert.equal(
    (await other.request('PATCH', `${TYPES}/${bridge.id}`, { name: 'Mine' }, anyRevision)).status,
    404,
  );
  assert.equal((await other.request('DELETE', `${TYPES}/${bridge.id}`, undefined, anyRevision)).status, 404);
  assert.equal(
    (await other.post(`${TYPES}/${bridge.id}/items`, { externalId: 'X', title: 'X' })).status,
    404,
  );
});

test('rejects invalid requests, naming the field', async (t) => {
  const admin = await (await startService(t)).as('admin');
  for (const [path, status] of [
    [`${TYPES}/nonsense`, 404],
    [`${TYPES}/019c0000-0000-7000-8000-000000000000`, 404],
    [`${TYPES}?limit=0`, 422],
    [`${TYPES}?limit=501`, 422],
    [`${TYPES}?after=%00`, 422],
    [`${TYPES}?after=AAAA`, 422],
    [`${TYPES}?after=_w`, 422],
    [`${TYPES}?lmit=1`, 422],
    [`${TYPES}?limit=1&limit=2`, 422],
  ] as const) {
    assert.equal((await admin.get(path)).status, status, path);
  }
  for (const body of [
    {},
    { name: '' },
    { name: 5 },
    { name: 'x'.repeat(257) },
    { name: 'a\0b' },
    { name: ' ' },
    [],
    'x',
  ]) {
    const rejection = await admin.post(TYPES, JSON.stringify(body));
    assert.equal(rejection.status, 422, JSON.stringify(body));
  }
  const { body } = await admin.post(TYPES, { name: 'Lock', colour: 'red' });
  assert.equal(body.errors[0].field, 'colour');
});
