import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Caller } from '#service/testing/caller.ts';
import { taskBody as task } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const anyState = { 'if-match': '*' };
const WORKBOOK_SERVICE = '/api/services/app/workbook';

/** Creates an administrator and the workbook Railing with version 1. */
const setUp = async (t: TestContext) => {
  const service = await startService(t);
  const { organisation, as } = service;
  const admin = await as('admin');
  const workbook = `/api/v1/workbooks/${organisation.workbookIds.Railing}`;
  const version = `${workbook}/versions/${organisation.versionIds.Railing}`;
  const publish = async (fields: object[], version: string) => {
    await admin.request('PUT', `${workbook}/draft`, { fields }, { 'if-none-match': '*' });
    const { status, body } = await admin.post(`${workbook}/draft/publish`, { version }, anyState);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { ...service, admin, erp: await as('erp'), workbook, version, publish };
};

const createTextField = (name: string, more: object = {}) => ({ name, type: 'text', ...more });

const readFeed = async (erp: Caller, token: string) => {
  const { body } = await erp.get(`/api/services/custom/externaltask/GetChanges?changeToken=${token}`);
  return body.result;
};

test("an administrator can change a version's title and publication, but not its fields", async (t) => {
  const { admin, version, organisation } = await setUp(t);
  const before = (await admin.get(version)).body;
  assert.deepEqual(
    [before.id, before.definitionId],
    [organisation.versionIds.Railing, organisation.workbookIds.Railing],
  );
  const edit = (patch: object, tag = '*') => admin.request('PATCH', version, patch, { 'if-match': tag });
  const edited = await edit({ title: 'Rails', description: 'Of bridges', isPublished: false }, '"1"');
  const { fields, ...rest } = before;
  const now = { title: 'Rails', description: 'Of bridges', isPublished: false, revision: 2 };
  assert.deepEqual(
    [edited.status, edited.body, edited.headers.get('etag')],
    [200, { ...rest, ...now }, '"2"'],
  );
  assert.deepEqual((await admin.get(version)).body.fields, fields);
  assert.equal((await edit({ title: 'Late' }, '"1"')).status, 412);
  assert.equal((await edit({ title: 'Rails' })).body.revision, 2);
  for (const wrong of [{ fields: [] }, { version: '2' }, { title: '' }, {}, { isPublished: 'yes' }]) {
    assert.equal((await edit(wrong)).status, 422, JSON.stringify(wrong));
  }
});

test("a version's new title appears in the change feed for its tasks and inspections", async (t) => {
  const { admin, erp, version, as, organisation } = await setUp(t);
  await erp.task('post', task());
  await erp.task('post', task({ externalId: 'WO-2', workbookName: 'BridgeInspection' }));
  const anna = await as('anna');
  const { workbookIds, teamIds } = organisation;
  await anna.post('/api/v1/inspections', { workbookId: workbookIds.Railing, teamId: teamIds.Bridges });
  const { nextChangeToken: token } = await readFeed(erp, '__________8');
  await admin.request('PATCH', version, { isPublished: false }, anyState);
  assert.equal((await readFeed(erp, token)).nextChangeToken, token);
  await admin.request('PATCH', version, { title: 'Rails' }, anyState);
  const { results } = await readFeed(erp, token);
  assert.deepEqual(
    results.map(({ hasTask, workbookTitle }: Record<string, unknown>) => [hasTask, workbookTitle]).sort(),
    [
      [false, 'Rails'],
      [true, 'Rails'],
    ],
  );
});

test('new tasks cannot use a withdrawn or deleted version; existing tasks keep it', async (t) => {
  const { admin, erp, version, workbook, as, publish } = await setUp(t);
  await erp.task('post', task());
  const second = await publish([createTextField('A')], '2.0.0');
  const { results } = (await erp.get('/api/services/custom/externaltask/getall')).body.result;
  assert.equal(results[0].workbookVersionCode, 1);

  assert.equal((await admin.request('DELETE', version)).status, 428);
  const deleted = await admin.request('DELETE', version, undefined, { 'if-match': '"1"' });
  const { isDeleted, deleterUser, deletionTime, isPublished } = deleted.body;
  assert.deepEqual([deleted.status, isDeleted, deleterUser, isPublished], [200, true, 'admin', true]);
  assert.ok(Math.abs(Date.parse(deletionTime) - Date.now()) < 60_000);
  const again = await admin.request('DELETE', version, undefined, anyState);
  assert.deepEqual(again.body, deleted.body);
  const edited = await admin.request('PATCH', version, { title: 'X' }, anyState);
  assert.deepEqual([edited.status, /Restore it/.test(edited.body.detail)], [409, true]);

  const anna = await as('anna');
  const started = await anna.post(`/api/v1/tasks/${results[0].id}/start`);
  assert.deepEqual([started.status, started.body.workbookId], [201, results[0].workbookId]);

  const listed = (await erp.get(`${WORKBOOK_SERVICE}/GetWorkbooks?%24filter=Title%20eq%20'Railing%20check'`))
    .body.result;
  assert.deepEqual(
    listed.results.map(({ id }: { id: string }) => id),
    [second.id],
  );
  const team = (await erp.get('/api/services/app/workArea/Get')).body.result.results[0].id;
  const associated = (await erp.get(`${WORKBOOK_SERVICE}/GetAssociatedWorkbooks?workAreaId=${team}`)).body
    .result.results;
  const withDeletion = associated.find(({ id }: { id: string }) => id === results[0].workbookId);
  assert.deepEqual(
    [withDeletion.isDeleted, withDeletion.deleterUser, withDeletion.deletionTime],
    [true, 'admin', deletionTime],
  );

  await admin.request('PATCH', `${workbook}/versions/${second.id}`, { isPublished: false }, anyState);
  const rejected = await erp.taskError('post', task({ externalId: 'WO-2' }));
  assert.match(rejected.message, /no published version/);
  const restored = await admin.post(`${version}/restore`);
  const restoredState = [
    restored.body.isDeleted,
    restored.body.deleterUser,
    restored.body.deletionTime,
    restored.body.revision,
  ];
  assert.deepEqual([restored.status, ...restoredState], [200, false, null, null, 3]);
  assert.equal((await admin.post(`${version}/restore`)).body.revision, 3);
  await erp.task('post', task({ externalId: 'WO-2' }));
});

test('versions are listed page by page, newest first', async (t) => {
  const { admin, workbook, publish } = await setUp(t);
  for (const version of ['2', '3', '4']) await publish([createTextField('A')], version);
  const page = await admin.get(`${workbook}/versions?limit=3`);
  const listCodes = ({ body }: typeof page) =>
    body.versions.map(({ versionCode }: Record<string, number>) => versionCode);
  assert.deepEqual(listCodes(page), [4, 3, 2]);
  const rest = await admin.get(`${workbook}/versions?limit=3&after=${page.body.next}`);
  assert.deepEqual([listCodes(rest), rest.body.next], [[1], null]);
  for (const after of ['eA', Buffer.from('9999999999').toString('base64url')]) {
    assert.equal((await admin.get(`${workbook}/versions?after=${after}`)).status, 422);
  }
});

test('versions can be compared with each other, by ID or versionCode, and with the draft', async (t) => {
  const { admin, workbook, publish, organisation } = await setUp(t);
  const second = await publish(
    [createTextField('Remark', { label: 'Note' }), createTextField('New')],
    '2.0.0',
  );
  const compare = (from: string, to: string) => admin.get(`${workbook}/diff?from=${from}&to=${to}`);
  const { status, body } = await compare('1', second.id);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    from: { id: organisation.versionIds.Railing, version: '1.0.0', versionCode: 1 },
    to: { id: second.id, version: '2.0.0', versionCode: 2 },
    added: [{ name: 'New', type: 'text', container: null, position: 1 }],
    removed: [{ name: 'Height', type: 'decimal', container: null, position: 0 }],
    moved: [],
    changed: [{ name: 'Remark', properties: [{ property: 'label', before: 'Remark', after: 'Note' }] }],
  });
  assert.equal((await compare('2', 'draft')).status, 404);
  await admin.request(
    'PUT',
    `${workbook}/draft`,
    { fields: [createTextField('New'), { unfinished: 1 }] },
    { 'if-none-match': '*' },
  );
  const withDraft = (await compare('2', 'draft')).body;
  assert.deepEqual(withDraft.to, { id: null, version: null, versionCode: null });
  assert.deepEqual(
    [withDraft.added, withDraft.removed].map((fields) => fields.map(({ name }: { name: string }) => name)),
    [['fields[1]'], ['Remark']],
  );
  const { BridgeInspection: foreign } = organisation.versionIds;
  for (const [from, expected] of Object.entries({
    7: 404,
    [foreign!]: 404,
    9999999999: 404,
    '0': 422,
    x: 422,
    '': 422,
  })) {
    assert.equal((await compare(from, '1')).status, expected, from);
  }
  assert.equal((await admin.get(`${workbook}/diff?from=1`)).status, 422);
});

test("only definitions within a workbook's field limit can be compared", async (t) => {
  const { admin, workbook } = await setUp(t);
  const readRejection = async (fields: unknown[], from: string, to: string) => {
    const saved = await admin.request('PUT', `${workbook}/draft`, { fields }, await readPrecondition());
    assert.ok(saved.status < 300, JSON.stringify(saved.body));
    const { status, body } = await admin.get(`${workbook}/diff?from=${from}&to=${to}`);
    return [status, body.errors?.[0].field, body.errors?.[0].message];
  };
  const readPrecondition = async () =>
    (await admin.get(`${workbook}/draft`)).status === 404 ? { 'if-none-match': '*' } : anyState;
  const createMessage = (count: number) =>
    `The definition has at least ${count} fields; definitions with at most 2000 fields can be compared.`;
  const createValues = (count: number) => Array(count).fill(1);
  assert.deepEqual(await readRejection(createValues(99_000), 'draft', 'draft'), [
    422,
    'from',
    createMessage(99_000),
  ]);
  const nested = [{ name: 'S', fields: createValues(1_999) }, 1];
  assert.deepEqual(await readRejection(nested, '1', 'draft'), [422, 'to', createMessage(2_001)]);
  assert.deepEqual((await readRejection(createValues(2_000), '1', 'draft'))[0], 200);
});

test('a request without a body may have the JSON content type, because many clients send it', async (t) => {
  const { admin, version, workbook } = await setUp(t);
  const json = { ...anyState, 'content-type': 'application/json' };
  for (const [method, path] of [
    ['DELETE', version],
    ['POST', `${version}/restore`],
  ] as const) {
    const { status, body } = await admin.request(method, path, undefined, json);
    assert.equal(status, 200, JSON.stringify(body));
  }
  const { status, body } = await admin.request('POST', `${workbook}/draft`, undefined, json);
  assert.deepEqual([status, body.errors?.[0].message], [422, 'A JSON body is required.']);
});
