import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const make = async (differences: object = {}) => {
    const { status, body } = await planner.post('/api/v1/tasks', { ...draft(), ...differences });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  return { service, planner, make, ...service.organisation };
};

const patch = (caller: Caller, id: string, body: object, ifMatch = '*') =>
  caller.request('PATCH', `/api/v1/tasks/${id}`, body, { 'if-match': ifMatch });

const changesOf = async (caller: Caller, id: string) => {
  const { body } = await caller.get(`/api/v1/tasks/${id}/history`);
  return body.entries
    .filter(({ kind }: { kind: string }) => kind === 'edited')
    .map(({ details }: { details: { changes: unknown } }) => details.changes);
};

test('an edit changes what it names, leaves the rest, and is told in the history and the feed', async (t) => {
  const { service, planner, make } = await start(t);
  const made = await make({
    description: 'Look',
    dueDate: '2026-12-01T10:00:00Z',
    customProperties: { Height: 3 },
  });
  const answer = await patch(
    planner,
    made.id,
    { title: 'Another', plannedStart: '2026-11-30T09:00:00+01:00', plannedMinutes: 45, dueDate: null },
    `"${made.revision}"`,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { revision, modifiedAt, ...after } = answer.body;
  const { revision: before, modifiedAt: _, ...rest } = made;
  assert.notEqual(revision, before);
  assert.equal(answer.headers.get('etag'), `"${revision}"`);
  assert.deepEqual(after, {
    ...rest,
    title: 'Another',
    plannedStart: '2026-11-30T08:00:00.000Z',
    plannedMinutes: 45,
    expectedMinutes: 45,
    dueDate: null,
  });
  assert.deepEqual(await changesOf(planner, made.id), [
    [
      { member: 'title', before: 'Inspect the railing', after: 'Another' },
      { member: 'dueDate', before: '2026-12-01T10:00:00.000Z', after: null },
      { member: 'plannedStart', before: null, after: '2026-11-30T08:00:00.000Z' },
      { member: 'plannedMinutes', before: null, after: 45 },
    ],
  ]);
  const feed = await (await service.as('erp')).get('/api/services/custom/externaltask/GetChanges');
  assert.deepEqual(
    feed.body.result.results.map(({ title }: { title: string }) => title),
    ['Another'],
  );
});

test('an edit that changes nothing leaves the task, its history and its revision as they are', async (t) => {
  const { planner, make } = await start(t);
  const made = await make({ customProperties: { Height: 3 } });
  const answer = await patch(planner, made.id, { title: made.title, customProperties: { Height: 3 } });
  assert.deepEqual([answer.status, answer.body], [200, made]);
  assert.deepEqual(await changesOf(planner, made.id), []);
});

test('who has seen an older state is told, and who does not say which state is asked', async (t) => {
  const { planner, make } = await start(t);
  const made = await make();
  assert.equal((await patch(planner, made.id, { title: 'First' }, `"${made.revision}"`)).status, 200);
  const late = await patch(planner, made.id, { title: 'Second' }, `"${made.revision}"`);
  assert.equal(late.status, 412);
  assert.match(late.body.detail, /'WO-1' was changed meanwhile/);
  const blind = await planner.request('PATCH', `/api/v1/tasks/${made.id}`, { title: 'Third' });
  assert.equal(blind.status, 428);
});

test('of two edits of one state at once, one happens', async (t) => {
  const { planner, make } = await start(t);
  const made = await make();
  const answers = await Promise.all(
    ['First', 'Second', 'Third'].map((title) => patch(planner, made.id, { title }, `"${made.revision}"`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412]);
});

test('a task that gets a user is Assigned; without one it is New and anybody may take it', async (t) => {
  const { planner, make, userIds } = await start(t);
  const made = await make();
  const taken = (await patch(planner, made.id, { assigneeId: null })).body;
  assert.deepEqual([taken.state, taken.isSelfAssignable, taken.assignee], ['New', true, null]);
  const given = (await patch(planner, made.id, { assigneeId: userIds.bram })).body;
  assert.deepEqual(
    [given.state, given.isSelfAssignable, given.assignee.userName],
    ['Assigned', false, 'bram'],
  );
});

test('whoever cannot perform the task is not assigned, and the answer says why', async (t) => {
  const { service, planner, make, userIds } = await start(t);
  const made = await make();
  const refusals: [number, RegExp][] = [
    [userIds.viewer!, /'viewer' belongs to the team 'Bridges' in no group that performs/],
    [userIds.gone!, /'gone' is not active/],
    [userIds.erp!, /no user with the id/],
    [999_999, /no user with the id/],
  ];
  for (const [assigneeId, detail] of refusals) {
    const { status, body } = await patch(planner, made.id, { assigneeId });
    assert.deepEqual([status, body.errors[0].field], [422, 'assigneeId']);
    assert.match(body.detail, detail);
  }
  const { body } = await patch(await service.as('admin'), made.id, { assigneeId: userIds.erp });
  assert.match(body.detail, /'erp' does not belong to the team 'Bridges'/);
});

test('a task that moves to another team takes its user along only when that one performs there', async (t) => {
  const { service, make, teamIds, userIds } = await start(t);
  const admin = await service.as('admin');
  const made = await make();
  const refused = await patch(admin, made.id, { teamId: teamIds.Locks });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'assigneeId']);
  const moved = await patch(admin, made.id, { teamId: teamIds.Locks, assigneeId: userIds.bram });
  assert.deepEqual([moved.status, moved.body.team.title], [200, 'Locks']);
  assert.equal((await (await service.as('coordinator')).get(`/api/v1/tasks/${made.id}`)).status, 404);
  const own = await make({ externalId: 'WO-2' });
  const foreign = await patch(await service.as('coordinator'), own.id, { teamId: teamIds.Locks });
  assert.deepEqual([foreign.status, foreign.body.errors[0].field], [422, 'teamId']);
});

test('the version of the workbook stays until team or workbook are named', async (t) => {
  const { service, planner, make, workbookIds, teamIds } = await start(t);
  const { database, organisation } = service;
  const made = await make();
  await run(
    database.db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     select tenant_id, gen_random_uuid(), workbook_id, '2.0.0', 2, title, fields, true
     from workbook_version where tenant_id = $1 and workbook_id = $2`,
    [organisation.tenantId, workbookIds.Railing],
  );
  const codeAfter = async (body: object) => (await patch(planner, made.id, body)).body.workbook.versionCode;
  assert.equal(await codeAfter({ title: 'Another' }), 1);
  assert.equal(await codeAfter({ workbookId: workbookIds.Railing }), 2);
  await run(
    database.db,
    'delete from team_workbook where tenant_id = $1 and workbook_id = $2 and team_id = $3',
    [organisation.tenantId, workbookIds.Railing, teamIds.Bridges],
  );
  assert.equal(await codeAfter({ title: 'Once more' }), 2);
  const refused = await patch(planner, made.id, { workbookId: workbookIds.Railing });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'workbookId']);
});

test('items are those of the content type that the workbook inspects, in the order given', async (t) => {
  const { service, planner, make, workbookIds, itemIds } = await start(t);
  await addWorkbook(service.database.db, service.organisation, { name: 'Plain' });
  const made = await make({ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] });
  const [first, second] = [itemIds['BR-001'], itemIds['BR-002']];
  const two = (await patch(planner, made.id, { itemIds: [second, first, second] })).body;
  assert.deepEqual(
    two.items.map(({ externalId }: { externalId: string }) => externalId),
    ['BR-002', 'BR-001'],
  );
  const erp = await service.as('erp');
  const read = (await erp.task('get', { externalId: 'WO-1' })) as { itemsToInspect: string[] };
  assert.deepEqual(read.itemsToInspect, ['BR-002', 'BR-001']);
  const unknown = await patch(planner, made.id, { itemIds: [first, made.id] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, 'itemIds']);
  const other = await patch(planner, made.id, { workbookId: workbookIds.Plain });
  assert.deepEqual([other.status, other.body.errors[0].field], [422, 'itemIds']);
  const none = await patch(planner, made.id, { workbookId: workbookIds.Plain, itemIds: [] });
  assert.deepEqual([none.status, none.body.items, none.body.workbook.name], [200, [], 'Plain']);
  await run(
    service.database.db,
    'update item set archived_at = now() where tenant_id = $1 and item_id = $2',
    [service.organisation.tenantId, second],
  );
  const archived = await patch(planner, made.id, {
    workbookId: workbookIds.BridgeInspection,
    itemIds: [second],
  });
  assert.equal(archived.status, 422);
});

test('of an Active task only its plan can change, of one that is over nothing', async (t) => {
  const { service, planner, make } = await start(t);
  const made = await make();
  await (await service.as('anna')).post(`/api/v1/tasks/${made.id}/start`);
  const planned = await patch(planner, made.id, {
    title: made.title,
    dueDate: '2030-01-01T00:00:00Z',
    plannedStart: '2029-12-31T08:00:00Z',
    plannedMinutes: 30,
  });
  assert.deepEqual([planned.status, planned.body.state], [200, 'Active']);
  for (const body of [{ title: 'x' }, { assigneeId: null }, { startDate: '2026-01-01T00:00:00Z' }]) {
    assert.equal((await patch(planner, made.id, body)).status, 409, JSON.stringify(body));
  }
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['WO-1'] });
  const over = await patch(planner, made.id, { plannedStart: null });
  assert.deepEqual([over.status, /is Canceled/.test(over.body.detail)], [409, true]);
});

test('what cannot be is told by its field, and nothing changes', async (t) => {
  const { planner, make } = await start(t);
  const made = await make({ startDate: '2026-12-01T00:00:00Z' });
  const faults: [object, string][] = [
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
  for (const [body, field] of faults) {
    const answer = await patch(planner, made.id, body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.equal(answer.body.errors?.[0].field, field, JSON.stringify(answer.body));
  }
  assert.deepEqual((await planner.get(`/api/v1/tasks/${made.id}`)).body, made);
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await patch(planner, id, { title: 'x' })).status, 404);
  }
});
