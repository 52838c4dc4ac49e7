import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { draft } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const startedBy = async (
  service: TestService,
  userName: string,
  differences: Record<string, unknown> = {},
) => {
  await (await service.as('erp')).task('post', draft(differences));
  const [task] = await run<{ task_id: string }>(
    service.database.db,
    'select task_id from task where tenant_id = $1 order by created_at desc limit 1',
    [service.organisation.tenantId],
  );
  const person = await service.as(userName);
  return {
    person,
    path: `/api/v1/tasks/${task!.task_id}/start`,
    answer: await person.post(`/api/v1/tasks/${task!.task_id}/start`),
  };
};

test('an inspection starts with what the task knows, and says what became of it', async (t) => {
  const service = await startService(t);
  const { answer } = await startedBy(service, 'anna', { height: 3.2, Remark: 5, Colour: 'red' });
  assert.equal(answer.status, 201);
  assert.deepEqual(answer.body.answers, { Height: 3.2, Remark: '5' });
  assert.deepEqual(answer.body.prefill.withoutField, ['Colour']);
  const read = (await (await service.as('erp')).task('get', { externalId: 'WO-1' })) as Record<
    string,
    unknown
  >;
  assert.deepEqual([read.state, read.inspectionId], ['Active', answer.body.id]);
});

test('a second start gives the same inspection; somebody else may not start it', async (t) => {
  const service = await startService(t);
  const { person, path, answer } = await startedBy(service, 'anna');
  assert.equal((await person.post(path)).body.id, answer.body.id);
  assert.equal((await (await service.as('bram')).post(path)).status, 403);
  assert.equal((await (await service.as('erp')).post(path)).status, 403);
});

test('answers that do not fit their field are refused together, and none of them is kept', async (t) => {
  const service = await startService(t);
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const refused = await person.request('PATCH', `${path}/answers`, {
    answers: { Remark: 'ok', Height: 'tall', Hieght: 2 },
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'Height',
    'Hieght',
  ]);
  assert.deepEqual((await person.get(path)).body.answers, {});
});

test('every answer raises the revision, the newest counts, and null takes one back', async (t) => {
  const service = await startService(t);
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const patch = (answers: unknown) => person.request('PATCH', `${path}/answers`, { answers });
  assert.deepEqual((await patch({ Height: 3, Remark: 'first' })).body.revision, 2);
  assert.deepEqual((await patch({ Height: 4 })).body.revision, 3);
  assert.deepEqual((await patch({ Remark: null })).body.revision, 4);
  assert.deepEqual((await person.get(path)).body.answers, { Height: 4 });
  const [kept] = await run<{ count: number }>(
    service.database.db,
    'select count(*)::integer from answer where tenant_id = $1',
    [service.organisation.tenantId],
  );
  assert.equal(kept!.count, 4);
});

test('an answer that was given without knowing another is kept beside it and shown, until one knows both', async (t) => {
  const service = await startService(t);
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const reply = async (Remark: string, baseRevision: number) =>
    person.request('PATCH', `${path}/answers`, { answers: { Remark }, baseRevision });
  assert.deepEqual((await reply('ok', 0)).body, { revision: 1, conflicts: [] });
  const conflict = {
    itemId: null,
    field: 'Remark',
    isRemark: false,
    revision: 2,
    other: { value: 'ok', revision: 1, userName: 'anna', device: null },
  };
  assert.deepEqual((await reply('rusty', 0)).body, { revision: 2, conflicts: [conflict] });
  const { body } = await person.get(path);
  assert.deepEqual([body.answers, body.conflicts], [{ Remark: 'rusty' }, [conflict]]);
  assert.deepEqual((await reply('ok, but rusty', 2)).body, { revision: 3, conflicts: [] });
  const unknown = await reply('x', 99);
  assert.equal(unknown.status, 422);
  assert.match(unknown.body.errors[0].message, /at most 3; 99 was given/);
});

test('an inspection is complete when its required fields are answered, and then its task is closed', async (t) => {
  const service = await startService(t);
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const early = await person.post(`${path}/complete`);
  assert.deepEqual([early.status, early.body.errors[0].field], [422, 'Height']);
  await person.request('PATCH', `${path}/answers`, { answers: { Height: 3 } });
  const done = await person.post(`${path}/complete`);
  assert.deepEqual([done.status, done.body.state], [200, 'Closed']);
  assert.equal((await person.post(`${path}/complete`)).status, 200);
});

test('what another device sends after the completion is kept as a late result, and counts after a return', async (t) => {
  const service = await startService(t);
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const say = (said: object) => person.request('PATCH', `${path}/answers`, said);
  await say({ answers: { Height: 3 }, device: 'phone' });
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const late = await say({ answers: { Height: 4 }, device: 'tablet', baseRevision: 0 });
  assert.deepEqual([late.status, late.body.revision, late.body.conflicts.length], [200, 2, 1]);
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const closed = (await person.get(path)).body;
  assert.deepEqual([closed.state, closed.answers, closed.lateFrom], ['Closed', { Height: 3 }, 2]);
  const [said, saidLate] = (await person.get(`${path}/revisions`)).body.revisions;
  assert.deepEqual([said.isLate, saidLate.isLate], [false, true]);

  await (await service.as('coordinator')).post(`${path}/return`, {});
  const open = (await person.get(path)).body;
  assert.deepEqual([open.answers, open.lateFrom, open.conflicts.length], [{ Height: 4 }, null, 1]);
  await say({ answers: { Height: 5 }, baseRevision: 2 });
  const again = (await person.post(`${path}/complete`)).body;
  assert.deepEqual([again.answers, again.completion, again.conflicts], [{ Height: 5 }, 2, []]);
});

test('who has left the team goes on with what was begun, and begins nothing more in it', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const { person, answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  await run(database.db, 'delete from group_member where tenant_id = $1 and user_id = $2', [
    organisation.tenantId,
    organisation.userIds.anna,
  ]);
  service.services.actors.forget();
  const kept = await person.request('PATCH', `${path}/answers`, { answers: { Height: 4 } });
  assert.equal(kept.status, 200, JSON.stringify(kept.body));
  assert.equal((await person.post(`${path}/complete`)).status, 200);
  const [workbookId] = Object.values(organisation.workbookIds);
  const more = await person.post('/api/v1/inspections', { workbookId, teamId: organisation.teamIds.Bridges });
  assert.equal(more.status, 404);
});

test('a workbook that inspects items takes answers for each of them', async (t) => {
  const service = await startService(t);
  const { itemIds } = service.organisation;
  const items = ['BR-001', itemIds['BR-002']!, 'BR-001'];
  const { person, answer } = await startedBy(service, 'anna', {
    workbookName: 'BridgeInspection',
    itemsToInspect: items,
    Height: 2,
  });
  const path = `/api/v1/inspections/${answer.body.id}`;
  assert.deepEqual(
    answer.body.items.map(({ externalId, answers }: { externalId: string; answers: unknown }) => [
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

test('a cancelled task keeps what was answered and what the device still sends, and restarts without it', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const { person, answer, path } = await startedBy(service, 'anna');
  const inspection = `/api/v1/inspections/${answer.body.id}`;
  await erp.task('cancel', { externalTaskIds: ['WO-1'] });
  const late = await person.request('PATCH', `${inspection}/answers`, { answers: { Height: 9 } });
  assert.equal(late.status, 200);
  const kept = (await person.get(inspection)).body;
  assert.deepEqual([kept.state, kept.answers], ['Canceled', { Height: 9 }]);
  assert.ok(Date.parse(kept.canceledAt) > 0);
  assert.equal(kept.lateFrom, 1, 'the first answer came after the cancellation');
  assert.equal((await person.post(`${inspection}/complete`)).status, 409);
  await erp.task('restart', { externalTaskIds: ['WO-1'] });
  const read = (await erp.task('get', { externalId: 'WO-1' })) as Record<string, unknown>;
  assert.deepEqual([read.state, 'inspectionId' in read], ['Assigned', false]);
  const again = await person.post(path);
  assert.notEqual(again.body.id, answer.body.id);
  assert.equal((await person.get(inspection)).body.state, 'Canceled');
});

test('others see an inspection only with the right to', async (t) => {
  const service = await startService(t);
  const { answer } = await startedBy(service, 'anna');
  const path = `/api/v1/inspections/${answer.body.id}`;
  const statuses = await Promise.all(
    ['viewer', 'erp', 'bram'].map(async (name) => (await (await service.as(name)).get(path)).status),
  );
  assert.deepEqual(statuses, [200, 200, 404]);
  assert.equal((await service.stranger.get(path)).status, 401);
});
