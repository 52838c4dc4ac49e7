import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

const WORKBOOKS = '/api/v1/workbooks';
const anyState = { 'if-match': '*' };
const listNames = ({ body }: { body: { workbooks: { name: string }[] } }) =>
  body.workbooks.map(({ name }) => name);

test('a workbook can be created, read, edited and, if it has no versions, deleted', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const created = await admin.post(WORKBOOKS, { name: 'Lock', title: 'Lock check', contentType: 'bridge' });
  assert.equal(created.status, 201);
  const { id, contentType, creationTime } = created.body;
  const path = `${WORKBOOKS}/${id}`;
  assert.deepEqual([created.headers.get('location'), created.headers.get('etag')], [path, '"1"']);
  const usedBy = { count: 0, titles: [] };
  const empty = { published: null, draft: null, expectedMinutes: null, usedBy, creationTime };
  assert.deepEqual(created.body, {
    id,
    name: 'Lock',
    title: 'Lock check',
    contentType,
    ...empty,
    revision: 1,
  });
  assert.equal(contentType.name, 'Bridge');
  assert.deepEqual((await admin.get(path)).body, { ...created.body, versions: [], teams: [] });

  const edit = (patch: object, ifMatch: string) =>
    admin.request('PATCH', path, patch, { 'if-match': ifMatch });
  const renamed = await edit({ name: 'Sluice' }, '"1"');
  assert.deepEqual(
    [renamed.body.name, renamed.body.title, renamed.headers.get('etag')],
    ['Sluice', 'Lock check', '"2"'],
  );
  assert.equal((await edit({ title: 'Late' }, '"1"')).status, 412);
  assert.equal((await edit({ contentType: null }, '"2"')).body.contentType, null);
  assert.equal((await edit({ contentType: contentType.id }, '"3"')).body.contentType.name, 'Bridge');
  assert.equal((await edit({ name: 'Sluice' }, '*')).body.revision, 4);
  const { expectedMinutes, revision } = (await edit({ expectedMinutes: 90 }, '"4"')).body;
  assert.deepEqual([expectedMinutes, revision], [90, 5]);
  assert.equal((await edit({ expectedMinutes: 4 }, '*')).status, 422);
  assert.equal((await edit({ expectedMinutes: null }, '*')).body.expectedMinutes, null);

  await admin.request('PUT', `${path}/draft`, { fields: [] }, { 'if-none-match': '*' });
  await admin.request('PUT', `${path}/teams`, { teamIds: [] }, anyState);
  assert.equal((await admin.request('DELETE', path, undefined, { 'if-match': '"1"' })).status, 412);
  assert.equal((await admin.request('DELETE', path, undefined, anyState)).status, 204);
  assert.equal((await admin.get(path)).status, 404);
});

test('a workbook with versions cannot be deleted', async (t) => {
  const { as, organisation } = await startService(t);
  const admin = await as('admin');
  const path = `${WORKBOOKS}/${organisation.workbookIds.Railing}`;
  const rejected = await admin.request('DELETE', path, undefined, anyState);
  assert.deepEqual(
    [rejected.status, /'Railing' cannot be deleted: it has 1 version/.test(rejected.body.detail)],
    [409, true],
  );
});

test('a name is unique ignoring case, even with concurrent requests', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => admin.post(WORKBOOKS, { name: 'Lock' })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  const { id } = responses.find(({ status }) => status === 201)!.body;
  const taken = await admin.request('PATCH', `${WORKBOOKS}/${id}`, { name: 'RAILING' }, anyState);
  assert.equal(taken.status, 409);
  const once = { 'idempotency-key': 'once' };
  const first = await admin.post(WORKBOOKS, { name: 'Pump' }, once);
  assert.deepEqual((await admin.post(WORKBOOKS, { name: 'Pump' }, once)).body, first.body);
});

test('leading and trailing spaces in names, titles and version numbers are rejected, except in a draft', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const workbook = `${WORKBOOKS}/${service.organisation.workbookIds.Railing}`;
  const listInvalidFields = async (method: string, path: string, body: object) => {
    const rejected = await admin.request(method, path, body, { 'if-match': '*' });
    return [rejected.status, ...(rejected.body.errors ?? []).map(({ field }: { field: string }) => field)];
  };
  assert.deepEqual(await listInvalidFields('POST', WORKBOOKS, { name: 'A ', title: ' ' }), [
    422,
    'name',
    'title',
  ]);
  assert.deepEqual(await listInvalidFields('PATCH', workbook, { title: ' Railing' }), [422, 'title']);
  assert.deepEqual(
    await listInvalidFields('PATCH', `${workbook}/versions/${service.organisation.versionIds.Railing}`, {
      title: 'Railing\n',
    }),
    [422, 'title'],
  );
  const draft = { title: 'Railings ', fields: [{ name: 'A', type: 'text' }] };
  await admin.request('PUT', `${workbook}/draft`, draft, { 'if-none-match': '*' });
  assert.equal((await admin.get(`${workbook}/draft`)).body.title, 'Railings ');
  assert.deepEqual(await listInvalidFields('POST', `${workbook}/draft/publish`, { version: ' 2' }), [
    422,
    'version',
  ]);
  const published = await admin.post(`${workbook}/draft/publish`, { version: '2' }, { 'if-match': '*' });
  assert.equal(published.body.title, 'Railings');
});

test('an unknown content type is rejected with a similar name as a suggestion', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { status, body } = await admin.post(WORKBOOKS, { name: 'Lock', contentType: 'Brigde' });
  assert.deepEqual([status, body.errors[0].field], [422, 'contentType']);
  assert.match(body.errors[0].message, /'Brigde'\. Did you mean 'Bridge'\?/);
});

test('workbooks are listed by name and can be filtered by words, team and content type', async (t) => {
  const { as, organisation } = await startService(t);
  const admin = await as('admin');
  await admin.post(WORKBOOKS, { name: 'Zeta', title: 'Check of the railing' });
  const { id: unused } = (await admin.post(WORKBOOKS, { name: 'alpha' })).body;
  assert.deepEqual(listNames(await admin.get(WORKBOOKS)), ['alpha', 'BridgeInspection', 'Railing', 'Zeta']);
  const first = await admin.get(`${WORKBOOKS}?limit=3`);
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?limit=3&after=${first.body.next}`)), ['Zeta']);
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?text=RAILING+check`)), ['Railing', 'Zeta']);
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?text=%25`)), []);
  const team = organisation.teamIds.Locks;
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?teamId=${team}`)), [
    'BridgeInspection',
    'Railing',
  ]);
  const [contentType] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?contentTypeId=${contentType.id}&text=bridge`)), [
    'BridgeInspection',
  ]);
  assert.deepEqual(listNames(await admin.get(`${WORKBOOKS}?teamId=${unused}`)), []);
  assert.equal((await admin.get(`${WORKBOOKS}?teamId=5`)).status, 422);
  const [, inspection] = (await admin.get(WORKBOOKS)).body.workbooks;
  const { published } = inspection;
  assert.deepEqual(published, {
    id: organisation.versionIds.BridgeInspection,
    version: '1.0.0',
    versionCode: 1,
    title: 'Bridge inspection',
  });
});

test("users with team roles see only their teams' workbooks, without drafts or the titles of other teams", async (t) => {
  const service = await startService(t);
  const { organisation, as } = service;
  const [admin, coordinator, anna] = [await as('admin'), await as('coordinator'), await as('anna')];
  const { Railing, BridgeInspection } = organisation.workbookIds;
  const { Locks, Bridges } = organisation.teamIds;
  await admin.request('PUT', `${WORKBOOKS}/${Railing}/teams`, { teamIds: [Locks] }, anyState);
  assert.deepEqual(listNames(await coordinator.get(WORKBOOKS)), ['BridgeInspection']);
  assert.deepEqual(listNames(await coordinator.get(`${WORKBOOKS}?teamId=${Locks}`)), []);
  const visible = await coordinator.get(`${WORKBOOKS}/${BridgeInspection}`);
  assert.deepEqual(visible.body.teams, [{ id: Bridges, title: 'Bridges' }]);
  assert.deepEqual(visible.body.usedBy, { count: 1, titles: ['Bridges'] });
  const version = `${WORKBOOKS}/${Railing}/versions/${organisation.versionIds.Railing}`;
  for (const path of ['', '/versions', '/teams', '/diff?from=1&to=1']) {
    assert.equal((await coordinator.get(`${WORKBOOKS}/${Railing}${path}`)).status, 404, path);
    assert.equal((await coordinator.get(`${WORKBOOKS}/${BridgeInspection}${path}`)).status, 200, path);
  }
  assert.equal((await coordinator.get(version)).status, 404);
  assert.equal((await coordinator.get(`/api/v1/teams/${Locks}/workbooks`)).status, 404);
  assert.equal((await coordinator.get(`${WORKBOOKS}/${BridgeInspection}/draft`)).status, 403);
  assert.equal((await coordinator.get(`${WORKBOOKS}/${BridgeInspection}/diff?from=1&to=draft`)).status, 403);
  assert.equal((await anna.get(WORKBOOKS)).status, 403);
  assert.equal((await service.anonymous.get(WORKBOOKS)).status, 401);
});

test('other organisations can neither see nor change a workbook, and users without the permission cannot change it', async (t) => {
  const { as, organisation, asOtherTenant } = await startService(t);
  const { Railing: id } = organisation.workbookIds;
  const version = `versions/${organisation.versionIds.Railing}`;
  const team = organisation.teamIds.Bridges;
  const changes: [method: string, path: string, body?: unknown][] = [
    ['PATCH', `${WORKBOOKS}/${id}`, { title: 'X' }],
    ['DELETE', `${WORKBOOKS}/${id}`],
    ['PUT', `${WORKBOOKS}/${id}/draft`, { fields: [] }],
    ['POST', `${WORKBOOKS}/${id}/draft`, { fromVersion: organisation.versionIds.Railing }],
    ['DELETE', `${WORKBOOKS}/${id}/draft`],
    ['POST', `${WORKBOOKS}/${id}/draft/check`, { fields: [] }],
    ['POST', `${WORKBOOKS}/${id}/draft/publish`, { version: '2' }],
    ['PATCH', `${WORKBOOKS}/${id}/${version}`, { title: 'X' }],
    ['DELETE', `${WORKBOOKS}/${id}/${version}`],
    ['POST', `${WORKBOOKS}/${id}/${version}/restore`],
    ['PUT', `${WORKBOOKS}/${id}/teams`, { teamIds: [] }],
    ['PUT', `/api/v1/teams/${team}/workbooks`, { workbookIds: [] }],
  ];
  const admin = await as('admin');
  const before = (await admin.get(`${WORKBOOKS}/${id}`)).body;
  const [erp, other] = [await as('erp'), await asOtherTenant('admin')];
  for (const [method, path, body] of changes) {
    assert.equal((await erp.request(method, path, body, anyState)).status, 403, `${method} ${path}`);
    assert.equal((await other.request(method, path, body, anyState)).status, 404, `${method} ${path}`);
  }
  for (const path of ['', '/draft', '/versions', `/${version}`, '/diff?from=1&to=1', '/teams']) {
    assert.equal((await other.get(`${WORKBOOKS}/${id}${path}`)).status, 404, path);
  }
  assert.equal((await other.get(`/api/v1/teams/${team}/workbooks`)).status, 404);
  assert.deepEqual((await admin.get(`${WORKBOOKS}/${id}`)).body, before);
});

test('every change to a workbook requires If-Match', async (t) => {
  const { as, organisation } = await startService(t);
  const admin = await as('admin');
  const workbook = `${WORKBOOKS}/${organisation.workbookIds.Railing}`;
  const version = `${workbook}/versions/${organisation.versionIds.Railing}`;
  for (const [method, path, body] of [
    ['PATCH', workbook, { title: 'X' }],
    ['DELETE', workbook],
    ['PUT', `${workbook}/draft`, { fields: [] }],
    ['DELETE', `${workbook}/draft`],
    ['POST', `${workbook}/draft/publish`, { version: '2' }],
    ['PATCH', version, { title: 'X' }],
    ['DELETE', version],
    ['PUT', `${workbook}/teams`, { teamIds: [] }],
    ['PUT', `/api/v1/teams/${organisation.teamIds.Bridges}/workbooks`, { workbookIds: [] }],
  ] as const) {
    const { status, body: problem } = await admin.request(method, path, body);
    assert.deepEqual([status, problem.title], [428, 'Precondition Required'], `${method} ${path}`);
    assert.match(problem.detail, /If-Match/);
  }
});
