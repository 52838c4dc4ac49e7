import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATE_CAUSES, type LateCause } from '#contract/late-cause.ts';
import { run } from '#service/database/statement.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

test('each late task has a cause, can be filtered by it, and is counted for its assignee', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, userIds } = service.organisation;
  const [erp, anna, coordinator] = await Promise.all(['erp', 'anna', 'coordinator'].map(service.as));
  const lateTask = { dueDate: hoursAgo(2), workbookName: 'Railing' };
  const createTask = (externalId: string, overrides = {}) =>
    planTask(service, erp!, { externalId, ...lateTask, ...overrides });

  await createTask('unassigned', { assignedUserName: null, plannedStart: hoursAgo(9) });
  await createTask('unplanned');
  // Without a planned or expected duration, a task is assumed to take an hour.
  await createTask('plannedAfterDueDate', { plannedStart: hoursAgo(2.5) });
  await createTask('notStarted', { plannedStart: hoursAgo(3.1) });
  const notCompletedId = await createTask('notCompleted');
  const returnedId = await createTask('returned');
  await createTask('on time', { dueDate: hoursAgo(-2) });
  await createTask('without a due date', { dueDate: undefined });
  const doneId = await createTask('done');
  await run(db, 'update task set created_at = $2 where tenant_id = $1', [tenantId, hoursAgo(48)]);
  await createTask('createdAfterDueDate', { assignedUserName: null });
  const start = async (id: string) => (await anna!.post(`/api/v1/tasks/${id}/start`)).body.id as string;
  const complete = async (id: string) => {
    const path = `/api/v1/inspections/${await start(id)}`;
    await anna!.request('PATCH', `${path}/answers`, { answers: { Height: 1 } });
    assert.equal((await anna!.post(`${path}/complete`)).status, 200);
    return path;
  };
  await start(notCompletedId);
  await complete(doneId);
  assert.equal((await coordinator!.post(`${await complete(returnedId)}/return`, {})).status, 200);

  const { tasks } = (await coordinator!.get('/api/v1/tasks?sort=externalId')).body;
  const lateTasks = tasks.filter(({ isLate }: { isLate: boolean }) => isLate);
  assert.deepEqual(
    lateTasks.map((task: { externalId: string; lateCause: string }) => [task.externalId, task.lateCause]),
    LATE_CAUSES.toSorted().map((cause) => [cause, cause]),
  );
  assert.deepEqual(
    tasks.filter(({ lateCause }: { lateCause: unknown }) => lateCause === null).length,
    tasks.length - lateTasks.length,
  );

  const listExternalIds = async (query: string) => {
    const { body } = await coordinator!.get(`/api/v1/tasks?sort=externalId&${query}`);
    return body.tasks.map(({ externalId }: { externalId: string }) => externalId).join();
  };
  for (const cause of LATE_CAUSES) assert.equal(await listExternalIds(`lateCause=${cause}`), cause);
  assert.equal(await listExternalIds('lateCause=returned,unplanned&state=Assigned'), 'unplanned');
  const { status, body } = await coordinator!.get('/api/v1/tasks?lateCause=bad');
  assert.equal(status, 422);
  assert.match(body.errors[0].message, /'lateCause' must be one or more of .*; "bad" was given/);

  const { lateByAssignee, oldestLate } = (await coordinator!.get('/api/v1/overview')).body;
  const countOne = (cause: LateCause) => ({ cause, count: 1 });
  assert.deepEqual(
    lateByAssignee.map(({ assignee, causes }: { assignee: { id: number } | null; causes: unknown }) => [
      assignee?.id ?? null,
      causes,
    ]),
    [
      [
        userIds.anna,
        [
          countOne('notCompleted'),
          countOne('notStarted'),
          countOne('plannedAfterDueDate'),
          countOne('returned'),
          countOne('unplanned'),
        ],
      ],
      [null, [countOne('createdAfterDueDate'), countOne('unassigned')]],
    ],
  );
  assert.deepEqual(
    oldestLate.map(({ lateCause }: { lateCause: string }) => lateCause).toSorted(),
    LATE_CAUSES.toSorted(),
  );
});
