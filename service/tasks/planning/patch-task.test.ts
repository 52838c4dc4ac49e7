import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const create = async (overrides: object = {}) => {
    const { status, body } = await planner.post('/api/v1/tasks', { ...taskBody(), ...overrides });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { service, planner, create, ...service.organisation };
};

const patch = (caller: Caller, id: string, body: object, ifMatch = '*') =>
  caller.request('PATCH', `/api/v1/tasks/${id}`, body, { 'if-match': ifMatch });

const listChanges = async (caller: Caller, id: string) => {
  const { body } = await caller.get(`/api/v1/tasks/${id}/history`);
  return body.entries
    .filter(({ kind }: { kind: string }) => kind === 'edited')
    .map(({ details }: { details: { changes: unknown } }) => details.changes);
};

test('an edit changes the given fields, leaves the others alone, and appears in the history and the feed', async (t) => {
  const { service, planner, create } = await start(t);
  const created = await create({
    description: 'Look',
    dueDate: '2026-12-01T10:00:00Z',
    customProperties: { Height: 3 },
  });
  const response = await patch(
    planner,
    created.id,
    { title: 'Another', plannedStart: '2026-11-30T09:00:00+01:00', plannedMinutes: 45, dueDate: null },
    `"${created.revision}"`,
  );
  assert.equal(response.status, 200, JSON.stringify(response.body));
  const { revision, modifiedAt, ...after } = response.body;
  const { revision: before, modifiedAt: _, ...rest } = created;
  assert.notEqual(revision, before);
  assert.equal(response.headers.get('etag'), `"${revision}"`);
  assert.deepEqual(after, {
    ...rest,
    title: 'Another',
    plannedStart: '2026-11-30T08:00:00.000Z',
    plannedMinutes: 45,
    expectedMinutes: 45,
    dueDate: null,
  });
  assert.deepEqual(await listChanges(planner, created.id), [
    [
      { property: 'title', before: 'Inspect the railing', after: 'Another' },
      { property: 'dueDate', before: '2026-12-01T10:00:00.000Z', after: null },
      { property: 'plannedStart', before: null, after: '2026-11-30T08:00:00.000Z' },
      { property: 'plannedMinutes', before: null, after: 45 },
    ],
  ]);
  const feed = await (await service.as('erp')).get('/api/services/custom/externaltask/GetChanges');
  assert.deepEqual(
    feed.body.result.results.map(({ title }: { title: string }) => title),
    ['Another'],
  );
});

test('an edit that changes nothing leaves the task, its history and its revision unchanged', async (t) => {
  const { planner, create } = await start(t);
  const created = await create({ customProperties: { Height: 3 } });
  const response = await patch(planner, created.id, {
    title: created.title,
    customProperties: { Height: 3 },
  });
  assert.deepEqual([response.status, response.body], [200, created]);
  assert.deepEqual(await listChanges(planner, created.id), []);
});

test('an edit based on an outdated revision gets 412, and one without If-Match gets 428', async (t) => {
  const { planner, create } = await start(t);
  const created = await create();
  assert.equal((await patch(planner, created.id, { title: 'First' }, `"${created.revision}"`)).status, 200);
  const late = await patch(planner, created.id, { title: 'Second' }, `"${created.revision}"`);
  assert.equal(late.status, 412);
  assert.match(late.body.detail, /'WO-1' has been changed in the meantime/);
  const blind = await planner.request('PATCH', `/api/v1/tasks/${created.id}`, { title: 'Third' });
  assert.equal(blind.status, 428);
});

test('only one of three simultaneous edits based on the same revision succeeds', async (t) => {
  const { planner, create } = await start(t);
  const created = await create();
  const responses = await Promise.all(
    ['First', 'Second', 'Third'].map((title) =>
      patch(planner, created.id, { title }, `"${created.revision}"`),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 412, 412]);
});

test('a task with an assignee is Assigned; without one, it is New and self-assignable', async (t) => {
  const { planner, create, userIds } = await start(t);
  const created = await create();
  const unassigned = (await patch(planner, created.id, { assigneeId: null })).body;
  assert.deepEqual([unassigned.state, unassigned.isSelfAssignable, unassigned.assignee], ['New', true, null]);
  const assigned = (await patch(planner, created.id, { assigneeId: userIds.bram })).body;
  assert.deepEqual(
    [assigned.state, assigned.isSelfAssignable, assigned.assignee.userName],
    ['Assigned', false, 'bram'],
  );
});

test('rejects an assignee who cannot do the task, giving the reason', async (t) => {
  const { service, planner, create, userIds } = await start(t);
  const created = await create();
  const cases: [number, RegExp][] = [
    [userIds.viewer!, /'viewer' cannot be assigned tasks in the team 'Bridges'/],
    [userIds.gone!, /'gone' is not active/],
    [userIds.erp!, /no user with the ID/],
    [999_999, /no user with the ID/],
  ];
  for (const [assigneeId, detail] of cases) {
    const { status, body } = await patch(planner, created.id, { assigneeId });
    assert.deepEqual([status, body.errors[0].field], [422, 'assigneeId']);
    assert.match(body.detail, detail);
  }
  const { body } = await patch(await service.as('admin'), created.id, { assigneeId: userIds.erp });
  assert.match(body.detail, /'erp' does not belong to the team 'Bridges'/);
});

test('a task can be moved to another team only if its assignee can do tasks there', async (t) => {
  const { service, create, teamIds, userIds } = await start(t);
  const admin = await service.as('admin');
  const created = await create();
  const rejected = await patch(admin, created.id, { teamId: teamIds.Locks });
  assert.deepEqual([rejected.status, rejected.body.errors[0].field], [422, 'assigneeId']);
  const moved = await patch(admin, created.id, { teamId: teamIds.Locks, assigneeId: userIds.bram });
  assert.deepEqual([moved.status, moved.body.team.title], [200, 'Locks']);
  assert.equal((await (await service.as('coordinator')).get(`/api/v1/tasks/${created.id}`)).status, 404);
  const own = await create({ externalId: 'WO-2' });
  const foreign = await patch(await service.as('coordinator'), own.id, { teamId: teamIds.Locks });
  assert.deepEqual([foreign.status, foreign.body.errors[0].field], [422, 'teamId']);
});

test('a task keeps its workbook version until an edit specifies the team or the workbook', async (t) => {
  const { service, planner, create, workbookIds, teamIds } = await start(t);
  const { database, organisation } = service;
  const created = await create();
  await run(
    database.db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     select tenant_id, gen_random_uuid(), workbook_id, '2.0.0', 2, title, fields, true
     from workbook_version where tenant_id = $1 and workbook_id = $2`,
    [organisation.tenantId, workbookIds.Railing],
  );
  const patchAndReadVersion = async (body: object) =>
    (await patch(planner, created.id, body)).body.workbook.versionCode;
  assert.equal(await patchAndReadVersion({ title: 'Another' }), 1);
  assert.equal(await patchAndReadVersion({ workbookId: workbookIds.Railing }), 2);
  await run(
    database.db,
    'delete from team_workbook where tenant_id = $1 and workbook_id = $2 and team_id = $3',
    [organisation.tenantId, workbookIds.Railing, teamIds.Bridges],
  );
  assert.equal(await patchAndReadVersion({ title: 'Once more' }), 2);
  const rejected = await patch(planner, created.id, { workbookId: workbookIds.Railing });
  assert.deepEqual([rejected.status, rejected.body.errors[0].field], [422, 'workbookId']);
});

test('accepts items of the content type that the workbook inspects, and preserves their order', async (t) => {
  const { service, planner, create, workbookIds, itemIds } = await start(t);
  await addWorkbook(service.database.db, service.organisation, { name: 'Plain' });
  const created = await create({ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] });
  const [first, second] = [itemIds['BR-001'], itemIds['BR-002']];
  const two = (await patch(planner, created.id, { itemIds: [second, first, second] })).body;
  assert.deepEqual(
    two.items.map(({ externalId }: { externalId: string }) => externalId),
    ['BR-002', 'BR-001'],
  );
  const erp = await service.as('erp');
  const read = (await erp.task('get', { externalId: 'WO-1' })) as { itemsToInspect: string[] };
  assert.deepEqual(read.itemsToInspect, ['BR-002', 'BR-001']);
  const unknown = await patch(planner, created.id, { itemIds: [first, created.id] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, 'itemIds']);
  const other = await patch(planner, created.id, { workbookId: workbookIds.Plain });
  assert.deepEqual([other.status, other.body.errors[0].field], [422, 'itemIds']);
  const none = await patch(planner, created.id, { workbookId: workbookIds.Plain, itemIds: [] });
  assert.deepEqual([none.status, none.body.items, none.body.workbook.name], [200, [], 'Plain']);
  await run(
    service.database.db,
    'update item set archived_at = now() where tenant_id = $1 and item_id = $2',
    [service.organisation.tenantId, second],
  );
  const archived = await patch(planner, created.id, {
    workbookId: workbookIds.BridgeInspection,
    itemIds: [second],
  });
  assert.equal(archived.status, 422);
});

test("only an Active task's plan can be edited, and a cancelled task cannot be edited at all", async (t) => {
  const { service, planner, create } = await start(t);
  const created = await create();
  await (await service.as('anna')).post(`/api/v1/tasks/${created.id}/start`);
  const planned = await patch(planner, created.id, {
    title: created.title,
    dueDate: '2030-01-01T00:00:00Z',
    plannedStart: '2029-12-31T08:00:00Z',
    plannedMinutes: 30,
  });
  assert.deepEqual([planned.status, planned.body.state], [200, 'Active']);
  for (const body of [{ title: 'x' }, { assigneeId: null }, { startDate: '2026-01-01T00:00:00Z' }]) {
    assert.equal((await patch(planner, created.id, body)).status, 409, JSON.stringify(body));
  }
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['WO-1'] });
  const over = await patch(planner, created.id, { plannedStart: null });
  assert.deepEqual([over.status, /is Cancelled/.test(over.body.detail)], [409, true]);
});

test('reports which field has an invalid value, and changes nothing', async (t) => {
  const { planner, create } = await start(t);
  const created = await create({ startDate: '2026-12-01T00:00:00Z' });
  const cases: [object, string][] = [
    [{}, 'input'],
    [{ titel: 'x' }, 'titel'],
    [{ title: '' }, 'title'],
    [{ title: 'a\u0000' }, 'title'],
    [{ plannedMinutes: 4 }, 'plannedMinutes'],
    [{ plannedMinutes: 20_161 }, 'plannedMinutes'],
    [{ plannedStart: 'tomorrow' }, 'plannedStart'],
    [{ dueDate: '2026-11-30T00:00:00Z' }, 'dueDate'],
    [{ assigneeId: 9e15 }, 'assigneeId'],
    [{ assigneeId: 'anna' }, 'assigneeId'],
    [{ teamId: 'Bridges' }, 'teamId'],
    [{ itemIds: ['BR-001'] }, 'itemIds[0]'],
    [{ customProperties: { State: 'New' } }, 'State'],
  ];
  for (const [body, field] of cases) {
    const response = await patch(planner, created.id, body);
    assert.equal(response.status, 422, JSON.stringify(body));
    assert.equal(response.body.errors?.[0].field, field, JSON.stringify(response.body));
  }
  assert.deepEqual((await planner.get(`/api/v1/tasks/${created.id}`)).body, created);
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await patch(planner, id, { title: 'x' })).status, 404);
  }
});
