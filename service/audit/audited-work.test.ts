import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

type Event = { kind: string; actorName: string; targetName: string | null; details: Record<string, unknown> };

test('an administrator sees who created, published and deleted workbooks', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: workbook } = await admin.post('/api/v1/workbooks', { name: 'Locks', title: 'Locks' });
  const path = `/api/v1/workbooks/${workbook.id}`;
  const any = { 'if-match': '*' };
  await admin.request('PATCH', path, { title: 'Lock gates' }, any);
  const draft = { fields: [{ name: 'Safe', type: 'boolean' }] };
  await admin.request('PUT', `${path}/draft`, draft, { 'if-none-match': '*' });
  assert.equal((await admin.request('POST', `${path}/draft/publish`, { version: '1.0' }, any)).status, 201);
  const { events } = (await admin.get('/api/v1/audit-events?kind=workbook')).body;
  assert.deepEqual(
    events.map(({ kind, actorName, targetName, details }: Event) => [kind, actorName, targetName, details]),
    [
      ['workbook.published', 'admin', 'Locks', { version: '1.0' }],
      ['workbook.edited', 'admin', 'Locks', { changed: ['title'] }],
      ['workbook.created', 'admin', 'Locks', {}],
    ],
  );
});

test('an administrator sees who planned and deleted tasks, one event for each request', async (t) => {
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
    events.map(({ kind, actorName, targetName, details }: Event) => [kind, actorName, targetName, details]),
    [
      ['task.deleted', 'coordinator', 'WO-1', { count: 1, externalIds: ['WO-1'] }],
      ['task.planned', 'coordinator', null, { count: 2, externalIds: ['WO-1', 'WO-2'] }],
    ],
  );
});

test('an administrator sees who created, edited and deleted items', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: type } = await admin.post('/api/v1/content-types', { name: 'Lock' });
  const items = `/api/v1/content-types/${type.id}/items`;
  const { body: item } = await admin.post(items, { externalId: 'L-1', title: 'North lock' });
  const any = { 'if-match': '*' };
  await admin.request('PATCH', `${items}/${item.id}`, { title: 'Old lock' }, any);
  await admin.request('DELETE', `${items}/${item.id}`, undefined, any);
  const { events } = (await admin.get('/api/v1/audit-events?kind=item')).body;
  assert.deepEqual(
    events.map(({ kind, targetName }: Event) => [kind, targetName]),
    [
      ['item.deleted', 'Old lock'],
      ['item.edited', 'Old lock'],
      ['item.created', 'North lock'],
    ],
  );
});
