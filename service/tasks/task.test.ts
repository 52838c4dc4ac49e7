import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskState } from '#contract/task.ts';
import { TASK_STATES } from '#contract/task.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { isActionAllowed, type TaskAction, TRANSITIONS } from './task.ts';

/** Creates a task and brings it into a state using only requests that users can send. */
const createInState: Record<TaskState, (service: TestService, externalId: string) => Promise<void>> = {
  New: async (service, externalId) => {
    const { assignedUserName, ...body } = taskBody({ externalId });
    const { status } = await (await service.as('coordinator')).post('/api/v1/tasks', body);
    assert.equal(status, 201);
  },
  Assigned: async (service, externalId) => {
    await (await service.as('erp')).task('post', taskBody({ externalId }));
  },
  Active: async (service, externalId) => {
    await createInState.Assigned(service, externalId);
    assert.equal((await start(service, externalId)).status, 201);
  },
  Closed: async (service, externalId) => {
    await createInState.Active(service, externalId);
    assert.equal((await complete(service, externalId)).status, 200);
  },
  Canceled: async (service, externalId) => {
    await createInState.Active(service, externalId);
    await (await service.as('erp')).task('cancel', { externalTaskIds: [externalId] });
  },
};

const readRow = async ({ database, organisation }: TestService, externalId: string) => {
  const [row] = await run<{
    task_id: string;
    inspection_id: string | null;
    state: number;
    is_deleted: boolean;
  }>(
    database.db,
    'select task_id, inspection_id, state, is_deleted from task where tenant_id = $1 and external_id = $2',
    [organisation.tenantId, externalId],
  );
  return row!;
};

const start = async (service: TestService, externalId: string) =>
  (await service.as('anna')).post(`/api/v1/tasks/${(await readRow(service, externalId)).task_id}/start`);

/** Finds the path of a task's current or previous inspection. */
const findInspectionPath = async (service: TestService, externalId: string): Promise<string | undefined> => {
  const { task_id } = await readRow(service, externalId);
  const [inspection] = await run<{ inspection_id: string }>(
    service.database.db,
    'select inspection_id from inspection where tenant_id = $1 and task_id = $2',
    [service.organisation.tenantId, task_id],
  );
  return inspection && `/api/v1/inspections/${inspection.inspection_id}`;
};

const complete = async (service: TestService, externalId: string) => {
  const path = await findInspectionPath(service, externalId);
  if (path === undefined) return { status: 409 };
  const anna = await service.as('anna');
  await anna.request('PATCH', `${path}/answers`, { answers: { Height: 3.2 } });
  return anna.post(`${path}/complete`);
};

const returnInspection = async (service: TestService, externalId: string) => {
  const path = await findInspectionPath(service, externalId);
  if (path === undefined) return { status: 409 };
  return (await service.as('coordinator')).post(`${path}/return`, {});
};

const isSuccessful = async (response: Promise<{ body: { success: boolean } }>) =>
  (await response).body.success;
const TASKS = '/api/services/custom/externaltask';
const actions: Record<
  TaskAction,
  (service: TestService, erp: Caller, externalId: string) => Promise<boolean>
> = {
  edit: (_service, erp, externalId) =>
    isSuccessful(erp.request('PUT', `${TASKS}/put`, taskBody({ externalId, title: 'New' }))),
  delete: (_service, erp, externalId) =>
    isSuccessful(erp.request('DELETE', `${TASKS}/delete`, { externalTaskIds: [externalId] })),
  discard: async (service, _erp, externalId) => {
    const { task_id } = await readRow(service, externalId);
    const planner = await service.as('coordinator');
    return (await planner.post('/api/v1/tasks/delete', { ids: [task_id] })).status === 204;
  },
  cancel: (_service, erp, externalId) =>
    isSuccessful(erp.post(`${TASKS}/cancel`, { externalTaskIds: [externalId] })),
  restart: (_service, erp, externalId) =>
    isSuccessful(erp.post(`${TASKS}/restart`, { externalTaskIds: [externalId] })),
  start: async (service, _erp, externalId) => (await start(service, externalId)).status === 201,
  complete: async (service, _erp, externalId) => (await complete(service, externalId)).status === 200,
  return: async (service, _erp, externalId) => (await returnInspection(service, externalId)).status === 200,
};

/** Devices may retry requests: starting an Active task and completing a Closed one are successful no-ops. */
const REPEATABLE_ACTIONS: [TaskAction, TaskState][] = [
  ['start', 'Active'],
  ['complete', 'Closed'],
];

test('every action is allowed only in the documented states, and leads to the documented state', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  for (const state of TASK_STATES) {
    for (const action of Object.keys(TRANSITIONS) as TaskAction[]) {
      const externalId = `${action} ${state}`;
      await createInState[state](service, externalId);
      const oldRow = await readRow(service, externalId);
      const hasSucceeded = await actions[action](service, erp, externalId);
      const newRow = await readRow(service, externalId);
      const isRepeatable = REPEATABLE_ACTIONS.some(([a, s]) => a === action && s === state);
      assert.equal(hasSucceeded, isActionAllowed(action, state) || isRepeatable, externalId);
      const { to } = TRANSITIONS[action];
      if (!isActionAllowed(action, state))
        assert.deepEqual(newRow, oldRow, `${externalId} changed something`);
      else if (to === 'deleted') assert.equal(newRow.is_deleted, true, externalId);
      else assert.equal(TASK_STATES[newRow.state], to, externalId);
    }
  }
});

test('when two users start a team task concurrently, one gets the task and the other a 403', async (t) => {
  const service = await startService(t);
  await createInState.New(service, 'team task');
  const { task_id } = await readRow(service, 'team task');
  const people = await Promise.all(['anna', 'bram'].map(service.as));
  const responses = await Promise.all(people.map((person) => person.post(`/api/v1/tasks/${task_id}/start`)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 403]);
});

test('a failed transaction changes nothing', async (t) => {
  const { database, organisation } = await startService(t);
  const insertAndFail = inTransaction(database.db, async (trx) => {
    await run(trx, `insert into tenant (tenancy_name) values ($1)`, ['lost']);
    throw new Error('on purpose');
  });
  await assert.rejects(insertAndFail, /on purpose/);
  const rows = await run(database.db, 'select from tenant where tenant_id <> $1', [organisation.tenantId]);
  assert.equal(rows.length, 0);
});
