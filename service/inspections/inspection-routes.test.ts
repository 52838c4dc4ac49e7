import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const startAs = async (service: TestService, userName: string, overrides: Record<string, unknown> = {}) => {
  await (await service.as('erp')).task('post', taskBody(overrides));
  const [task] = await run<{ task_id: string }>(
    service.database.db,
    'select task_id from task where tenant_id = $1 order by created_at desc limit 1',
    [service.organisation.tenantId],
  );
  const person = await service.as(userName);
  return {
    person,
    path: `/api/v1/tasks/${task!.task_id}/start`,
    response: await person.post(`/api/v1/tasks/${task!.task_id}/start`),
  };
};

test('a new inspection has prefilled answers, and lists the properties without a field', async (t) => {
  const service = await startService(t);
  const { response } = await startAs(service, 'anna', { height: 3.2, Remark: 5, Colour: 'red' });
  assert.equal(response.status, 201);
  assert.deepEqual(response.body.answers, { Height: 3.2, Remark: '5' });
  assert.deepEqual(response.body.prefill.withoutField, ['Colour']);
  const read = (await (await service.as('erp')).task('get', { externalId: 'WO-1' })) as Record<
    string,
    unknown
  >;
  assert.deepEqual([read.state, read.inspectionId], ['Active', response.body.id]);
});

test('an inspection has no ETag, because its revision counts only answers', async (t) => {
  const { person, response } = await startAs(await startService(t), 'anna');
  const read = await person.get(`/api/v1/inspections/${response.body.id}`);
  assert.deepEqual([response.headers.get('etag'), read.headers.get('etag')], [null, null]);
  assert.equal(response.headers.get('location'), null);
});

test('starting a task again returns the same inspection, and other users cannot start it', async (t) => {
  const service = await startService(t);
  const { person, path, response } = await startAs(service, 'anna');
  assert.equal((await person.post(path)).body.id, response.body.id);
  assert.equal((await (await service.as('bram')).post(path)).status, 403);
  assert.equal((await (await service.as('erp')).post(path)).status, 403);
});

test('all invalid answers are reported together, and none are stored', async (t) => {
  const service = await startService(t);
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const rejected = await person.request('PATCH', `${path}/answers`, {
    answers: { Remark: 'ok', Height: 'tall', Hieght: 2 },
  });
  assert.equal(rejected.status, 422);
  assert.deepEqual(rejected.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'Height',
    'Hieght',
  ]);
  assert.deepEqual((await person.get(path)).body.answers, {});
});

test('every answer increases the revision, the newest answer wins, and null removes an answer', async (t) => {
  const service = await startService(t);
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const patch = (answers: unknown) => person.request('PATCH', `${path}/answers`, { answers });
  assert.deepEqual((await patch({ Height: 3, Remark: 'first' })).body.revision, 2);
  assert.deepEqual((await patch({ Height: 4 })).body.revision, 3);
  assert.deepEqual((await patch({ Remark: null })).body.revision, 4);
  assert.deepEqual((await person.get(path)).body.answers, { Height: 4 });
  const [row] = await run<{ count: number }>(
    service.database.db,
    'select count(*)::integer from answer where tenant_id = $1',
    [service.organisation.tenantId],
  );
  assert.equal(row!.count, 4);
});

test('conflicting answers are both shown until another answer builds on both', async (t) => {
  const service = await startService(t);
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const answerRemark = async (Remark: string, baseRevision: number) =>
    person.request('PATCH', `${path}/answers`, { answers: { Remark }, baseRevision });
  assert.deepEqual((await answerRemark('ok', 0)).body, { revision: 1, conflicts: [] });
  const conflict = {
    itemId: null,
    field: 'Remark',
    isComment: false,
    revision: 2,
    other: { value: 'ok', revision: 1, userName: 'anna', device: null },
  };
  assert.deepEqual((await answerRemark('rusty', 0)).body, { revision: 2, conflicts: [conflict] });
  const { body } = await person.get(path);
  assert.deepEqual([body.answers, body.conflicts], [{ Remark: 'rusty' }, [conflict]]);
  assert.deepEqual((await answerRemark('ok, but rusty', 2)).body, { revision: 3, conflicts: [] });
  const unknown = await answerRemark('x', 99);
  assert.equal(unknown.status, 422);
  assert.match(unknown.body.errors[0].message, /at most 3, the latest revision; 99 was given/);
});

test('an inspection can be completed once its required fields are answered, which closes its task', async (t) => {
  const service = await startService(t);
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const early = await person.post(`${path}/complete`);
  assert.deepEqual([early.status, early.body.errors[0].field], [422, 'Height']);
  await person.request('PATCH', `${path}/answers`, { answers: { Height: 3 } });
  const done = await person.post(`${path}/complete`);
  assert.deepEqual([done.status, done.body.state], [200, 'Closed']);
  assert.equal((await person.post(`${path}/complete`)).status, 200);
});

test('answers that arrive after completion are stored as a late result, and take effect once a reviewer returns the inspection', async (t) => {
  const service = await startService(t);
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const patchAnswers = (changes: object) => person.request('PATCH', `${path}/answers`, changes);
  await patchAnswers({ answers: { Height: 3 }, device: 'phone' });
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const late = await patchAnswers({ answers: { Height: 4 }, device: 'tablet', baseRevision: 0 });
  assert.deepEqual([late.status, late.body.revision, late.body.conflicts.length], [200, 2, 1]);
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const closed = (await person.get(path)).body;
  assert.deepEqual([closed.state, closed.answers, closed.lateFromRevision], ['Closed', { Height: 3 }, 2]);
  const [first, second] = (await person.get(`${path}/revisions`)).body.revisions;
  assert.deepEqual([first.isLate, second.isLate], [false, true]);

  await (await service.as('coordinator')).post(`${path}/return`, {});
  const open = (await person.get(path)).body;
  assert.deepEqual([open.answers, open.lateFromRevision, open.conflicts.length], [{ Height: 4 }, null, 1]);
  await patchAnswers({ answers: { Height: 5 }, baseRevision: 2 });
  const again = (await person.post(`${path}/complete`)).body;
  assert.deepEqual([again.answers, again.completion, again.conflicts], [{ Height: 5 }, 2, []]);
});

test('an inspector who leaves the team can finish their open inspections there, but not start new ones', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const { person, response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  await run(database.db, 'delete from group_member where tenant_id = $1 and user_id = $2', [
    organisation.tenantId,
    organisation.userIds.anna,
  ]);
  service.services.actors.clear();
  const stored = await person.request('PATCH', `${path}/answers`, { answers: { Height: 4 } });
  assert.equal(stored.status, 200, JSON.stringify(stored.body));
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const [workbookId] = Object.values(organisation.workbookIds);
  const anotherInspection = await person.post('/api/v1/inspections', {
    workbookId,
    teamId: organisation.teamIds.Bridges,
  });
  assert.equal(anotherInspection.status, 404);
});

test('a workbook that inspects items keeps separate answers for each item', async (t) => {
  const service = await startService(t);
  const { itemIds } = service.organisation;
  const items = ['BR-001', itemIds['BR-002']!, 'BR-001'];
  const { person, response } = await startAs(service, 'anna', {
    workbookName: 'BridgeInspection',
    itemsToInspect: items,
    Height: 2,
  });
  const path = `/api/v1/inspections/${response.body.id}`;
  assert.deepEqual(
    response.body.items.map(({ externalId, answers }: { externalId: string; answers: unknown }) => [
      externalId,
      answers,
    ]),
    [
      ['BR-001', { Height: 2 }],
      ['BR-002', { Height: 2 }],
    ],
  );
  const patch = (body: unknown) => person.request('PATCH', `${path}/answers`, body);
  assert.equal((await patch({ answers: { Height: 3 } })).status, 422);
  assert.equal(
    (await patch({ itemId: service.organisation.teamIds.Bridges, answers: { Height: 3 } })).status,
    422,
  );
  await patch({ itemId: itemIds['BR-002'], answers: { Height: null } });
  const early = await person.post(`${path}/complete`);
  assert.deepEqual(
    early.body.errors.map(({ field }: { field: string }) => field),
    ['items[BR-002].Height'],
  );
});

test('a cancelled task keeps its answers, including any that the device sends later, and restarts without them', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const { person, response, path } = await startAs(service, 'anna');
  const inspection = `/api/v1/inspections/${response.body.id}`;
  await erp.task('cancel', { externalTaskIds: ['WO-1'] });
  const late = await person.request('PATCH', `${inspection}/answers`, { answers: { Height: 9 } });
  assert.equal(late.status, 200);
  const canceled = (await person.get(inspection)).body;
  assert.deepEqual([canceled.state, canceled.answers], ['Canceled', { Height: 9 }]);
  assert.ok(Date.parse(canceled.canceledAt) > 0);
  assert.equal(canceled.lateFromRevision, 1, 'the first answer came after the cancellation');
  assert.equal((await person.post(`${inspection}/complete`)).status, 409);
  await erp.task('restart', { externalTaskIds: ['WO-1'] });
  const read = (await erp.task('get', { externalId: 'WO-1' })) as Record<string, unknown>;
  assert.deepEqual([read.state, 'inspectionId' in read], ['Assigned', false]);
  const again = await person.post(path);
  assert.notEqual(again.body.id, response.body.id);
  assert.equal((await person.get(inspection)).body.state, 'Canceled');
});

test("reading another user's inspection requires a permission", async (t) => {
  const service = await startService(t);
  const { response } = await startAs(service, 'anna');
  const path = `/api/v1/inspections/${response.body.id}`;
  const statuses = await Promise.all(
    ['viewer', 'erp', 'bram'].map(async (name) => (await (await service.as(name)).get(path)).status),
  );
  assert.deepEqual(statuses, [200, 200, 404]);
  assert.equal((await service.anonymous.get(path)).status, 401);
});
