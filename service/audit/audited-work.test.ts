import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

type LoggedEvent = {
  kind: string;
  actorName: string;
  targetName: string | null;
  details: Record<string, unknown>;
};

test('an administrator sees who created, edited and published workbooks', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: workbook } = await admin.post('/api/v1/workbooks', { name: 'Locks', title: 'Locks' });
  const path = `/api/v1/workbooks/${workbook.id}`;
  const anyRevision = { 'if-match': '*' };
  await admin.request('PATCH', path, { title: 'Lock gates' }, anyRevision);
  const definition = { fields: [{ name: 'Safe', type: 'boolean' }] };
  await admin.request('PUT', `${path}/draft`, definition, { 'if-none-match': '*' });
  assert.equal(
    (await admin.request('POST', `${path}/draft/publish`, { version: '1.0' }, anyRevision)).status,
    201,
  );
  const { events } = (await admin.get('/api/v1/audit-events?kind=workbook')).body;
  assert.deepEqual(
    events.map(({ kind, actorName, targetName, details }: LoggedEvent) => [
      kind,
      actorName,
      targetName,
      details,
    ]),
    [
      ['workbook.published', 'admin', 'Locks', { version: '1.0' }],
      ['workbook.edited', 'admin', 'Locks', { changed: ['title'] }],
      ['workbook.created', 'admin', 'Locks', {}],
    ],
  );
});

test('an administrator sees who changed which teams use a workbook', async (t) => {
  const { as, organisation } = await startService(t);
  const admin = await as('admin');
  const { body: workbook } = await admin.post('/api/v1/workbooks', { name: 'Locks', title: 'Locks' });
  const { body: team } = await admin.get(`/api/v1/teams/${organisation.teamIds.Locks}`);
  const set = (path: string, body: object) => admin.request('PUT', path, body, { 'if-match': '*' });
  assert.equal((await set(`/api/v1/workbooks/${workbook.id}/teams`, { teamIds: [team.id] })).status, 200);
  assert.equal((await set(`/api/v1/teams/${team.id}/workbooks`, { workbookIds: [] })).status, 200);
  const { events } = (await admin.get('/api/v1/audit-events?limit=2')).body;
  const [teamEvent, workbookEvent] = events as LoggedEvent[];
  assert.deepEqual(
    [workbookEvent!.kind, workbookEvent!.targetName, workbookEvent!.details],
    ['workbook.teams-changed', 'Locks', { added: [team.title], removed: [] }],
  );
  assert.deepEqual([teamEvent!.kind, teamEvent!.targetName], ['team.workbooks-changed', team.title]);
  assert.ok((teamEvent!.details.removed as string[]).includes('Locks'));
});

test('an administrator sees who created, renamed and deleted content types', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: type } = await admin.post('/api/v1/content-types', { name: 'Lock' });
  const path = `/api/v1/content-types/${type.id}`;
  for (let n = 0; n < 2; n++)
    assert.equal((await admin.request('PATCH', path, { name: 'Locks' }, { 'if-match': '*' })).status, 200);
  assert.equal((await admin.request('DELETE', path, undefined, { 'if-match': '*' })).status, 204);
  const { events } = (await admin.get('/api/v1/audit-events?kind=content-type')).body;
  assert.deepEqual(
    events.map(({ kind, targetName, details }: LoggedEvent) => [kind, targetName, details]),
    [
      ['content-type.deleted', 'Locks', {}],
      ['content-type.renamed', 'Locks', { from: 'Lock' }],
      ['content-type.created', 'Lock', {}],
    ],
  );
});

test('an administrator sees who created, planned and deleted tasks, with one event per request', async (t) => {
  const service = await startService(t);
  const [admin, planner] = [await service.as('admin'), await service.as('coordinator')];
  const ids: string[] = [];
  for (const externalId of ['WO-1', 'WO-2'])
    ids.push(await planTask(service, planner, { title: externalId, externalId }));
  const plannedStart = '2027-03-08T08:00:00Z';
  await planner.post('/api/v1/tasks/plan', { moves: ids.map((id) => ({ id, plannedStart })) });
  await planner.post('/api/v1/tasks/delete', { ids: [ids[0]] });
  const { events } = (await admin.get('/api/v1/audit-events?kind=task')).body;
  assert.deepEqual(
    events.map(({ kind, actorName, targetName, details }: LoggedEvent) => [
      kind,
      actorName,
      targetName,
      details,
    ]),
    [
      ['task.deleted', 'coordinator', 'WO-1', { count: 1, externalIds: ['WO-1'] }],
      ['task.planned', 'coordinator', null, { count: 2, externalIds: ['WO-1', 'WO-2'] }],
      ['task.created', 'coordinator', 'WO-2', { count: 1, externalIds: ['WO-2'] }],
      ['task.created', 'coordinator', 'WO-1', { count: 1, externalIds: ['WO-1'] }],
    ],
  );
});

test('an administrator sees which fields of a task were edited', async (t) => {
  const service = await startService(t);
  const [admin, planner] = [await service.as('admin'), await service.as('coordinator')];
  const id = await planTask(service, planner, { title: 'Locks', externalId: 'WO-1' });
  const edit = (patch: object) => planner.request('PATCH', `/api/v1/tasks/${id}`, patch, { 'if-match': '*' });
  const assigneeId = service.organisation.userIds.bram;
  assert.equal((await edit({ title: 'Lock gates', assigneeId, priority: 'high' })).status, 200);
  assert.equal((await edit({ title: 'Lock gates', assigneeId })).status, 200, 'changes nothing');
  assert.equal((await edit({ title: '' })).status, 422);
  const { events } = (await admin.get('/api/v1/audit-events?kind=task.edited')).body;
  assert.deepEqual(
    events.map(({ actorName, targetName, details }: LoggedEvent) => [actorName, targetName, details]),
    [['coordinator', 'WO-1', { changed: ['assigneeId', 'priority', 'title'] }]],
  );
});

test('tasks created and edited through the task interface are not in the audit log', async (t) => {
  const service = await startService(t);
  const [admin, erp] = [await service.as('admin'), await service.as('erp')];
  await erp.task('post', taskBody());
  await erp.task('put', taskBody({ title: 'Edited' }));
  assert.deepEqual((await admin.get('/api/v1/audit-events?kind=task')).body.events, []);
});

test('an administrator sees who approved or returned inspections', async (t) => {
  const service = await startService(t);
  const [admin, reviewer] = [await service.as('admin'), await service.as('coordinator')];
  const { id, complete } = await startNewInspection(service, { fields: [{ name: 'Note', type: 'text' }] });
  const path = `/api/v1/inspections/${id}`;
  await complete();
  assert.equal((await reviewer.post(`${path}/return`, { comment: 'Again' })).status, 200);
  await complete();
  for (let n = 0; n < 2; n++) assert.equal((await reviewer.post(`${path}/approve`)).status, 200);
  assert.equal((await reviewer.post(`${path}/return?completion=1`, {})).status, 409);
  const { events } = (await admin.get(`/api/v1/audit-events?targetType=inspection&targetId=${id}`)).body;
  assert.deepEqual(
    events.map(({ kind, actorName, details }: LoggedEvent) => [kind, actorName, details]),
    [
      ['inspection.approved', 'coordinator', { completion: 2 }],
      ['inspection.returned', 'coordinator', { completion: 1 }],
    ],
  );
});

test('an administrator sees who created, edited and deleted items', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: type } = await admin.post('/api/v1/content-types', { name: 'Lock' });
  const items = `/api/v1/content-types/${type.id}/items`;
  const { body: item } = await admin.post(items, { externalId: 'L-1', title: 'North lock' });
  const anyRevision = { 'if-match': '*' };
  await admin.request('PATCH', `${items}/${item.id}`, { title: 'Old lock' }, anyRevision);
  await admin.request('DELETE', `${items}/${item.id}`, undefined, anyRevision);
  const { events } = (await admin.get('/api/v1/audit-events?kind=item')).body;
  assert.deepEqual(
    events.map(({ kind, targetName }: LoggedEvent) => [kind, targetName]),
    [
      ['item.deleted', 'Old lock'],
      ['item.edited', 'Old lock'],
      ['item.created', 'North lock'],
    ],
  );
});
