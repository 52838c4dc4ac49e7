import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Work } from '#contract/work.ts';
import { run } from '#service/database/statement.ts';
import { addInspection } from '#service/testing/add-inspection.ts';
import type { Caller } from '#service/testing/caller.ts';
import { createTask } from '#service/testing/create-task.ts';
import { startService } from '#service/testing/start-service.ts';

const WORK = '/api/v1/work';

const readWork = async (caller: Caller, query = ''): Promise<Work[]> => {
  const response = await caller.get(`${WORK}${query}`);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body.work;
};
const namesOf = (work: readonly Work[]) => work.map(({ task }) => task.externalId).sort();

test("inspectors receive their own open tasks and their teams' unassigned tasks", async (t) => {
  const service = await startService(t);
  const [anna, bram, erp, admin] = [
    await service.as('anna'),
    await service.as('bram'),
    await service.as('erp'),
    await service.as('admin'),
  ];
  await createTask(service, { externalId: 'assigned' });
  const activeId = await createTask(service, { externalId: 'active' });
  const canceledId = await createTask(service, { externalId: 'canceled' });
  const closedId = await createTask(service, { externalId: 'closed' });
  await createTask(service, { externalId: 'offered', assignedUserName: null });
  await createTask(service, { externalId: "bram's", assignedUserName: 'bram' });
  const lockTask = { teamName: 'Locks', workbookName: 'Railing', title: 'Look' };
  assert.equal((await admin.post('/api/v1/tasks', { ...lockTask, externalId: 'in Locks' })).status, 201);
  for (const id of [activeId, canceledId, closedId]) {
    const started = await anna.post(`/api/v1/tasks/${id}/start`);
    await anna.request('PATCH', `/api/v1/inspections/${started.body.id}/answers`, { answers: { Height: 3 } });
    if (id === closedId) await anna.post(`/api/v1/inspections/${started.body.id}/complete`);
  }
  await erp.task('cancel', { externalTaskIds: ['canceled'] });

  const work = await readWork(anna);
  assert.deepEqual(namesOf(work), ['active', 'assigned', 'offered']);
  const entry = work.find(({ task }) => task.id === activeId)!;
  const { inspectionId } = entry.task;
  assert.deepEqual(entry.inspection, (await anna.get(`/api/v1/inspections/${inspectionId}`)).body);
  assert.deepEqual({ ...entry.task, items: [] }, (await anna.get(`/api/v1/tasks/${activeId}`)).body);
  assert.ok(work.every(({ task, inspection }) => task.id === activeId || inspection === null));
  assert.deepEqual(namesOf(await readWork(bram)), ["bram's", 'in Locks', 'offered']);
  assert.deepEqual(await readWork(admin), []);
  assert.equal((await (await service.as('viewer')).get(WORK)).status, 403);
  assert.deepEqual(await readWork(await service.asOtherTenant('anna')), []);
});

test('a page of work continues where the previous page ended', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  for (const externalId of ['A', 'B', 'C']) await createTask(service, { externalId });
  for (const externalId of ['D', 'E']) await createTask(service, { externalId, assignedUserName: null });
  const names: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: { work: Work[]; next: string | null } = (
      await anna.get(`${WORK}?limit=2${next && `&after=${next}`}`)
    ).body;
    assert.ok(page.work.length <= 2);
    names.push(...namesOf(page.work));
    next = page.next;
  }
  assert.deepEqual(names.sort(), ['A', 'B', 'C', 'D', 'E']);
});

test('a page with many inspections ends early, and the next page continues from there', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  for (let number = 1; number <= 21; number++) {
    const id = await createTask(service, { externalId: `T-${number}` });
    assert.equal((await anna.post(`/api/v1/tasks/${id}/start`)).status, 201);
  }
  const firstPage = (await anna.get(WORK)).body;
  assert.deepEqual([firstPage.work.length, typeof firstPage.next], [20, 'string']);
  const nextPage = (await anna.get(`${WORK}?after=${firstPage.next}`)).body;
  assert.deepEqual([nextPage.work.length, nextPage.next], [1, null]);
  assert.equal(new Set(namesOf([...firstPage.work, ...nextPage.work])).size, 21);
});

test('tasks requested by ID are returned in their current state; tasks that the user cannot see are omitted', async (t) => {
  const service = await startService(t);
  const [anna, bram, erp, coordinator] = [
    await service.as('anna'),
    await service.as('bram'),
    await service.as('erp'),
    await service.as('coordinator'),
  ];
  const canceledId = await createTask(service, { externalId: 'canceled' });
  const reassignedId = await createTask(service, { externalId: 'reassigned' });
  const deletedId = await createTask(service, { externalId: 'deleted' });
  const { id: inspectionId } = (await anna.post(`/api/v1/tasks/${canceledId}/start`)).body;
  await erp.task('cancel', { externalTaskIds: ['canceled'] });
  const lateInspection = { inspectionId: randomUUID(), startedAt: '2026-03-01T08:00:00Z' };
  assert.equal((await anna.post(`/api/v1/tasks/${canceledId}/late-inspections`, lateInspection)).status, 201);
  const { bram: assigneeId } = service.organisation.userIds;
  const assignment = { assigneeId };
  await coordinator.request('PATCH', `/api/v1/tasks/${reassignedId}`, assignment, { 'if-match': '*' });
  await bram.post(`/api/v1/tasks/${reassignedId}/start`);
  await erp.task('delete', { externalTaskIds: ['deleted'] });

  const ids = [canceledId, reassignedId.toUpperCase(), deletedId, randomUUID(), canceledId].join(',');
  const work = await readWork(anna, `?id=${ids}`);
  assert.deepEqual(
    work.map(({ task, inspection }) => [
      task.externalId,
      task.state,
      task.assignee?.userName,
      inspection?.id,
    ]),
    [
      ['canceled', 'Canceled', 'anna', inspectionId],
      ['reassigned', 'Active', 'bram', undefined],
    ],
  );
  assert.deepEqual(await readWork(await service.asOtherTenant('anna'), `?id=${ids}`), []);
  await run(service.database.db, 'update task set team_id = $2 where tenant_id = $1 and task_id = $3', [
    service.organisation.tenantId,
    service.organisation.teamIds.Locks,
    reassignedId,
  ]);
  assert.deepEqual(namesOf(await readWork(anna, `?id=${ids}`)), ['canceled']);
});

test('every item comes with its latest result from the same workbook', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const add = (completedAt: string, overrides: object) =>
    addInspection(database.db, organisation, {
      workbook: 'BridgeInspection',
      startedAt: '2026-03-01T08:00:00Z',
      completedAt,
      user: 'bram',
      ...overrides,
    });
  const result = { answers: { Height: 2 }, comments: { Height: { text: 'Low' } }, failures: ['Height'] };
  await add('2026-03-02T08:00:00Z', { items: { 'BR-001': { answers: { Height: 1 } } } });
  const id = await add('2026-03-03T08:00:00Z', { items: { 'BR-002': {}, 'BR-001': result } });
  // Later results that do not count for anna: one from another workbook, and one from another team.
  await add('2026-03-04T08:00:00Z', { workbook: 'Railing', items: { 'BR-001': {} } });
  await add('2026-03-05T08:00:00Z', { team: 'Locks', items: { 'BR-001': {} } });
  await run(
    database.db,
    `update item set address = 'Amstel 81', latitude = 52, longitude = 5, attributes = '{"built": 1934}'
     where tenant_id = $1 and external_id = 'BR-001'`,
    [organisation.tenantId],
  );
  await createTask(service, {
    workbookName: 'BridgeInspection',
    itemsToInspect: ['BR-001', 'BR-002'],
  });
  const [{ task, isTruncated } = assert.fail()] = await readWork(await service.as('anna'));
  assert.equal(isTruncated, false);
  assert.deepEqual(task.items[0], {
    id: organisation.itemIds['BR-001'],
    externalId: 'BR-001',
    title: 'Bridge BR-001',
    address: 'Amstel 81',
    location: { latitude: 52, longitude: 5 },
    attributes: { built: 1934 },
    previousInspection: {
      inspectionId: id,
      completedAt: '2026-03-03T08:00:00.000Z',
      userName: 'bram',
      name: 'bram',
      surname: '',
      versionId: organisation.versionIds.BridgeInspection,
      ...result,
    },
  });
  assert.deepEqual([task.items.length, task.items[1]!.previousInspection?.answers], [2, {}]);
  // bram carries out inspections in Locks too, where the latest result is from.
  const [bramsWork] = await readWork(await service.as('bram'), `?id=${task.id}`);
  assert.equal(bramsWork!.task.items[0]!.previousInspection?.completedAt, '2026-03-05T08:00:00.000Z');
});

test('the previous result for an item never comes from the task itself', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const complete = async (externalId: string, height: number) => {
    const id = await createTask(service, {
      externalId,
      workbookName: 'BridgeInspection',
      itemsToInspect: ['BR-001'],
    });
    const path = `/api/v1/inspections/${(await anna.post(`/api/v1/tasks/${id}/start`)).body.id}`;
    const itemId = service.organisation.itemIds['BR-001'];
    await anna.request('PATCH', `${path}/answers`, { itemId, answers: { Height: height } });
    assert.equal((await anna.post(`${path}/complete`)).status, 200);
    return id;
  };
  const readPreviousHeight = async (id: string) =>
    (await readWork(anna, `?id=${id}`))[0]!.task.items[0]!.previousInspection?.answers.Height;
  const firstId = await complete('first', 1);
  assert.equal(await readPreviousHeight(firstId), undefined);
  const secondId = await complete('second', 2);
  assert.deepEqual([await readPreviousHeight(firstId), await readPreviousHeight(secondId)], [2, 1]);
});

test('a task with a thousand items is complete; large tasks end a page early, and large items are truncated', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const anna = await service.as('anna');
  const largeTaskId = await createTask(service, { externalId: 'large', workbookName: 'BridgeInspection' });
  await run(
    db,
    `with inserted as (
       insert into item (tenant_id, item_id, content_type_id, external_id, title, attributes)
       select $1, gen_random_uuid(), content_type_id, 'I-' || number, 'Bridge ' || number, '{"built": 1934}'
       from content_type cross join generate_series(1, 1000) as number where tenant_id = $1
       returning item_id, external_id
     ) insert into task_item (tenant_id, task_id, item_id, position)
       select $1, $2, item_id, substr(external_id, 3)::integer from inserted`,
    [tenantId, largeTaskId],
  );
  const [entry] = await readWork(anna);
  assert.deepEqual(
    [entry!.task.items.length, entry!.task.itemCount, entry!.isTruncated],
    [1000, 1000, false],
  );
  assert.equal(entry!.task.items[999]!.externalId, 'I-1000');

  await run(
    db,
    `update item set attributes = jsonb_build_object('text', repeat('x', 4000)) where tenant_id = $1`,
    [tenantId],
  );
  for (const externalId of ['B', 'C', 'D', 'E']) {
    const id = await createTask(service, { externalId, workbookName: 'BridgeInspection' });
    await run(
      db,
      `insert into task_item select tenant_id, $2, item_id, position from task_item where tenant_id = $1 and task_id = $3`,
      [tenantId, id, largeTaskId],
    );
  }
  const pages: Work[][] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: { work: Work[]; next: string | null } = (
      await anna.get(`${WORK}?limit=100${next && `&after=${next}`}`)
    ).body;
    pages.push(page.work);
    next = page.next;
  }
  assert.ok(pages.length > 1, 'there is only one page');
  const all = pages.flat();
  assert.deepEqual(namesOf(all), ['B', 'C', 'D', 'E', 'large']);
  assert.ok(all.every(({ isTruncated, task }) => isTruncated && task.items.length === 1000));
  assert.deepEqual(all[0]!.task.items[999]!.attributes, {});
  const ids = all.map(({ task }) => task.id);
  const { body: firstPage } = await anna.get(`${WORK}?id=${ids}`);
  const { body: nextPage } = await anna.get(`${WORK}?id=${ids}&after=${firstPage.next}`);
  assert.ok(
    firstPage.work.length < 5 && firstPage.work.length + nextPage.work.length > firstPage.work.length,
  );
  assert.ok(
    firstPage.work.every(({ task }: Work) => nextPage.work.every((entry: Work) => entry.task.id !== task.id)),
  );
});

test('an invalid query for work is rejected, and the error names the parameter', async (t) => {
  const anna = await (await startService(t)).as('anna');
  const id = randomUUID();
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['id=', 'id'],
    ['id=1', 'id'],
    [`id=${Array(51).fill(id)}`, 'id'],
    ['after=!', 'after'],
    [`after=${Buffer.from('1').toString('base64url')}`, 'after'],
    ['after=_w', 'after'],
    ['ids=1', 'ids'],
  ] as [string, string][]) {
    const rejected = await anna.get(`${WORK}?${query}`);
    assert.equal(rejected.status, 422, query);
    assert.deepEqual(
      rejected.body.errors.map((entry: { field: string }) => entry.field),
      [field],
    );
  }
  assert.deepEqual(await readWork(anna, `?id=${Array(50).fill(id)}`), []);
});
