import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TASK_SORTS } from '#contract/task-list.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

type View = { id: string; externalId: string };

const buildPath = (parameters: Record<string, string>) => `/api/v1/tasks?${new URLSearchParams(parameters)}`;

/** Lists the tasks' external IDs in order. */
const listExternalIds = async (caller: Caller, parameters: Record<string, string>): Promise<string> => {
  const { status, body } = await caller.get(buildPath(parameters));
  assert.equal(status, 200, JSON.stringify(body));
  return body.tasks.map(({ externalId }: View) => externalId).join();
};

/** Lists the same tasks in pages of two. */
const listPageByPage = async (caller: Caller, parameters: Record<string, string>): Promise<string> => {
  const externalIds: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { status, body } = await caller.get(
      buildPath({ ...parameters, limit: '2', ...(after !== '' && { after }) }),
    );
    assert.equal(status, 200, JSON.stringify(body));
    externalIds.push(...body.tasks.map(({ externalId }: View) => externalId));
    after = body.next;
  }
  return externalIds.join();
};

const start = async (t: TestContext) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const { tenantId, itemIds } = organisation;
  await run(
    database.db,
    `update item set latitude = 52, longitude = case external_id when 'BR-001' then 179.5 else 4 end where tenant_id = $1`,
    [tenantId],
  );
  const admin = await service.as('admin');
  const createTask = async (externalId: string, overrides: object = {}) => {
    const { status, body } = await admin.post('/api/v1/tasks', { ...taskBody({ externalId }), ...overrides });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id as string;
  };
  const { assignedUserName: _, ...unassigned } = taskBody();
  const bridgeWorkbook = { workbookName: 'BridgeInspection' };
  const ids = {
    A: await createTask('A', {
      title: 'Clean the deck',
      dueDate: '2020-03-01T00:00:00Z',
      description: 'with Salt_5%',
    }),
    B: await createTask('B', {
      ...bridgeWorkbook,
      title: 'apply paint',
      itemsToInspect: ['BR-001'],
      startDate: '2030-01-01T00:00:00Z',
      dueDate: '2030-02-01T00:00:00Z',
      customProperties: {
        Urgency: 'high',
        urgency: 'low, "again"',
        Height: 3.5,
        Code: '3.50',
        IsPublic: true,
        É: 'Één',
      },
    }),
    C: await createTask('C', {
      teamName: 'Locks',
      assignedUserName: 'bram',
      title: 'Brush',
      plannedStart: '2026-05-01T08:00:00Z',
      customProperties: { priority: 'low' },
    }),
    D: (
      await admin.post('/api/v1/tasks', {
        ...unassigned,
        ...bridgeWorkbook,
        externalId: 'D',
        title: 'clean the deck',
        itemsToInspect: ['BR-002', 'BR-001'],
        dueDate: '2030-01-01T00:00:00Z',
        plannedStart: '2026-06-01T08:00:00Z',
      })
    ).body.id as string,
  };
  await (await service.as('bram')).post(`/api/v1/tasks/${ids.C}/start`);
  return { service, admin, ids, itemIds, organisation };
};

test('a list contains the tasks that match all filters', async (t) => {
  const { admin, ids, itemIds, organisation } = await start(t);
  const { teamIds, workbookIds, userIds } = organisation;
  const cases: [parameters: Record<string, string>, externalIds: string][] = [
    [{}, 'A,B,C,D'],
    [{ id: `${ids.D},${ids.A.toUpperCase()},${teamIds.Locks}` }, 'A,D'],
    [{ id: ids.D, state: 'Active' }, ''],
    [{ state: 'New' }, 'D'],
    [{ state: 'New,Active' }, 'C,D'],
    [{ teamId: teamIds.Locks! }, 'C'],
    [{ assigneeId: 'none' }, 'D'],
    [{ assigneeId: `${userIds.bram},none` }, 'C,D'],
    [{ assigneeId: String(userIds.anna) }, 'A,B'],
    [{ workbookId: workbookIds.BridgeInspection! }, 'B,D'],
    [{ itemId: itemIds['BR-001']! }, 'B,D'],
    [{ itemId: itemIds['BR-002']! }, 'D'],
    [{ text: 'CLEAN deck' }, 'A,D'],
    [{ text: 'salt_5%' }, 'A'],
    [{ text: 'deck br-002' }, 'D'],
    [{ text: 'deck nothing' }, ''],
    [{ text: 'TECTION' }, ''],
    [{ text: 'rush' }, 'C'],
    [{ text: 'de' }, 'A,D'],
    [{ text: 'ck' }, ''],
    [{ text: 'b' }, 'B,C,D'],
    [{ text: 'deck b' }, 'D'],
    [{ text: '5%' }, 'A'],
    [{ text: '[(' }, ''],
    [{ text: '-0' }, 'B,D'],
    [{ dueFrom: '2030-01-01T00:00:00Z' }, 'B,D'],
    [{ dueTo: '2030-01-01T00:00:00Z' }, 'A'],
    [{ dueFrom: '2030-01-01T01:00:00+01:00', dueTo: '2030-01-01T00:00:00.001Z' }, 'D'],
    [{ startFrom: '2030-01-01T00:00:00Z' }, 'B'],
    [{ startTo: '2030-01-01T00:00:00Z' }, ''],
    [{ plannedFrom: '2026-05-01T08:00:00Z', plannedTo: '2026-06-01T08:00:00Z' }, 'C'],
    [{ isPlanned: 'true' }, 'C,D'],
    [{ isPlanned: 'false' }, 'A,B'],
    [{ isLate: 'true' }, 'A'],
    [{ isLate: 'false' }, 'B,C,D'],
    [{ property: 'URGENCY:high' }, 'B'],
    [{ property: 'priority:low' }, 'C'],
    [{ property: 'Height:3.5' }, 'B'],
    [{ property: 'Height:' }, ''],
    [{ property: 'Height:3.50' }, ''],
    [{ property: 'code:3.50' }, 'B'],
    [{ property: 'urgency:HIGH' }, ''],
    [{ property: 'urgency:low, "again"' }, 'B'],
    [{ property: 'isPublic:true' }, 'B'],
    [{ property: 'é:Één' }, 'B'],
    [{ property: 'Height:007' }, ''],
    [{ property: 'Height:1e999999' }, ''],
    [{ property: 'Height:{' }, ''],
    [{ bounds: '3,51,5,53' }, 'D'],
    [{ bounds: '179,51,-179,53' }, 'B,D'],
    [{ bounds: '3,51,5,53', state: 'Assigned' }, ''],
    [{ text: 'deck', isPlanned: 'true', teamId: teamIds.Bridges! }, 'D'],
  ];
  for (const [parameters, externalIds] of cases) {
    assert.equal(
      await listExternalIds(admin, { ...parameters, sort: 'externalId' }),
      externalIds,
      JSON.stringify(parameters),
    );
    const { body } = await admin.get(buildPath({ ...parameters, count: 'true' }));
    const expected = externalIds === '' ? 0 : externalIds.split(',').length;
    assert.deepEqual([body.count, body.isCountCapped], [expected, false]);
  }
});

test('in every sort order, a list contains each task once, with absent values last', async (t) => {
  const { admin, ids } = await start(t);
  const orders: Record<string, string> = {
    dueDate: 'A,D,B,C',
    '-dueDate': 'B,D,A,C',
    plannedStart: 'C,D,A,B',
    '-plannedStart': 'D,C,B,A',
    externalId: 'A,B,C,D',
    '-externalId': 'D,C,B,A',
    createdAt: 'A,B,C,D',
    '-createdAt': 'D,C,B,A',
    modifiedAt: 'A,B,D,C',
    assignee: 'A,B,C,D',
    '-assignee': 'C,B,A,D',
    state: 'D,A,B,C',
    '-state': 'C,B,A,D',
    title: 'B,C,A,D',
    '-title': 'D,A,C,B',
    priority: 'A,B,C,D',
  };
  assert.ok(ids.A < ids.B && ids.B < ids.C && ids.C < ids.D, 'the IDs ascend');
  for (const [sort, externalIds] of Object.entries(orders)) {
    assert.equal(await listExternalIds(admin, { sort }), externalIds, sort);
    assert.equal(await listPageByPage(admin, { sort }), externalIds, `paged ${sort}`);
  }
  assert.deepEqual(
    TASK_SORTS.filter((sort) => !(sort in orders)),
    [],
  );
  assert.equal(await listExternalIds(admin, {}), 'D,C,B,A');
});

test('a page filled by large tasks ends early, and the next page continues from there', async (t) => {
  const { as } = await startService(t);
  const erp = await as('erp');
  const customProperties = Object.fromEntries(
    Array.from({ length: 200 }, (_, number) => [`p${number}`, 'x'.repeat(4000)]),
  );
  const createdIds = Array.from({ length: 8 }, (_, number) => `T-${number}`);
  for (const externalId of createdIds)
    await erp.post('/api/v1/tasks', { ...taskBody({ externalId }), customProperties });
  const externalIds: string[] = [];
  let pages = 0;
  for (let after: string | null = ''; after !== null; pages++) {
    const parameters = { sort: 'externalId', limit: '500', ...(after !== '' && { after }) };
    const { body } = await erp.get(buildPath(parameters));
    externalIds.push(...body.tasks.map(({ externalId }: View) => externalId));
    after = body.next;
  }
  assert.deepEqual([externalIds, pages], [createdIds, 2]);
});

test("users see only their own teams' tasks, whatever the filter", async (t) => {
  const { service, organisation } = await start(t);
  const coordinator = await service.as('coordinator');
  assert.equal(await listExternalIds(coordinator, { sort: 'externalId' }), 'A,B,D');
  assert.equal(await listExternalIds(coordinator, { teamId: organisation.teamIds.Locks! }), '');
  const { body } = await coordinator.get(buildPath({ count: 'true', state: 'Active' }));
  assert.deepEqual([body.tasks, body.count], [[], 0]);
  assert.equal(await listExternalIds(await service.asOtherTenant('admin'), {}), '');
});

test('all errors in a query are reported in one response, each with its field', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { status, body } = await admin.get(
    buildPath({
      stat: 'New',
      state: 'Open',
      teamId: '5',
      assigneeId: 'anna',
      dueFrom: 'soon',
      plannedTo: '2026-02-30T00:00:00Z',
      isLate: 'yes',
      bounds: '1,2,3,1',
      property: 'Urgency',
      sort: 'colour',
      limit: '501',
    }),
  );
  assert.equal(status, 422);
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).toSorted(), [
    'assigneeId',
    'bounds',
    'dueFrom',
    'isLate',
    'limit',
    'plannedTo',
    'property',
    'sort',
    'stat',
    'state',
    'teamId',
  ]);
  assert.match(JSON.stringify(body), /'stat' is unknown. Did you mean 'state'/);
});

test('an invalid cursor, or one from another sort order, is rejected', async (t) => {
  const { admin } = await start(t);
  const { body } = await admin.get(buildPath({ sort: 'dueDate', limit: '1' }));
  const encodeCursor = (key: string) => Buffer.from(key).toString('base64url');
  const invalidParameters = [
    { sort: '-dueDate', after: body.next },
    { sort: 'title', after: body.next },
    { sort: 'dueDate', after: encodeCursor('dueDate 5') },
    { sort: 'dueDate', after: encodeCursor('dueDate 00000000-0000-0000-0000-000000000000 =never') },
    { sort: 'state', after: encodeCursor('state 00000000-0000-0000-0000-000000000000 =99999999') },
    { sort: 'state', after: encodeCursor('state 00000000-0000-0000-0000-000000000000') },
  ];
  for (const parameters of invalidParameters)
    assert.equal((await admin.get(buildPath(parameters))).status, 422, JSON.stringify(parameters));
});
