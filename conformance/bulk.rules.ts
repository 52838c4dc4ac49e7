import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { TASKS } from './caller.ts';
import type { ApiResponse } from './client.ts';
import { expectError, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients, people, teams } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';
import { createActiveTask, createAssignedTask, createCanceledTask, readState } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);
const callers = { integration, inspector };

const BULK_CALLS = [
  ['DELETE', `${TASKS}/delete`],
  ['POST', `${TASKS}/cancel`],
  ['POST', `${TASKS}/restart`],
] as const;

/** Expects one validation error per rejected ID, containing the ID (decision T13). Returns the reasons. */
const expectErrorForEach = (response: ApiResponse, ...ids: string[]) => {
  const { details, validationErrors } = expectError(response);
  assert.equal(validationErrors?.length, ids.length, response.text);
  return ids.map((id) => {
    const validationError = validationErrors?.find(({ message }) => message.includes(id));
    assert.deepEqual(validationError?.members, ['externalTaskIds']);
    assert.ok(details?.includes(id));
    return validationError?.message.replace(id, '');
  });
};

test('contract, Bulk body; contract, Limits, bulk: externalTaskIds is required and must contain at least one ID', async () => {
  for (const [method, path] of BULK_CALLS) {
    for (const body of [{}, { externalTaskIds: [] }, { externalTaskIds: null }]) {
      expectValidationErrors(await integration.call(method, path, { body }), 'externalTaskIds');
    }
  }
});

test('contract, Bulk body; W12: externalTaskIds must be an array of non-empty strings', async () => {
  for (const [method, path] of BULK_CALLS) {
    for (const externalTaskIds of ['one', 5, {}]) {
      expectValidationErrors(
        await integration.call(method, path, { body: { externalTaskIds } }),
        'externalTaskIds',
      );
    }
    expectValidationErrors(
      await integration.call(method, path, { body: { externalTaskIds: ['one', 5] } }),
      'externalTaskIds[1]',
    );
    expectValidationErrors(
      await integration.call(method, path, { body: { externalTaskIds: [''] } }),
      'externalTaskIds[0]',
    );
  }
});

test('T13: a single request can cancel, restart or delete several tasks', async () => {
  const tasks = [await createActiveTask(callers), await createActiveTask(callers)];
  const ids = tasks.map(({ externalId }) => externalId);
  expectSuccess(await integration.cancel(...ids));
  for (const id of ids) assert.equal(await readState(integration, id), 'Canceled');
  expectSuccess(await integration.restart(...ids));
  for (const id of ids) assert.equal(await readState(integration, id), 'Assigned');
  expectSuccess(await integration.delete(...ids));
  for (const id of ids) expectError(await integration.read(id));
});

test('T13: if any of the tasks cannot be cancelled, none of them is, and the error lists each rejected ID with the reason', async () => {
  const [activeTask, assignedTask, canceledTask] = [
    await createActiveTask(callers),
    await createAssignedTask(callers),
    await createCanceledTask(callers),
  ];
  const unknownId = createExternalId();
  const response = await integration.cancel(
    activeTask.externalId,
    assignedTask.externalId,
    unknownId,
    canceledTask.externalId,
  );
  const reasons = expectErrorForEach(response, assignedTask.externalId, unknownId, canceledTask.externalId);
  assert.equal(new Set(reasons).size, 3, 'three different reasons');
  assert.equal(await readState(integration, activeTask.externalId), 'Active');
});

test('T13: if any of the tasks cannot be restarted or deleted, none of them is', async () => {
  const [canceledTask, assignedTask] = [await createCanceledTask(callers), await createAssignedTask(callers)];
  expectErrorForEach(
    await integration.restart(canceledTask.externalId, assignedTask.externalId),
    assignedTask.externalId,
  );
  assert.equal(await readState(integration, canceledTask.externalId), 'Canceled');
  expectErrorForEach(
    await integration.delete(assignedTask.externalId, canceledTask.externalId),
    canceledTask.externalId,
  );
  assert.equal(await readState(integration, assignedTask.externalId), 'Assigned');
});

test('T13: an ID sent twice is processed once', async () => {
  const { externalId } = await createActiveTask(callers);
  expectSuccess(await integration.cancel(externalId, externalId));
  expectSuccess(await integration.restart(externalId, externalId));
  expectSuccess(await integration.delete(externalId, externalId));
  const unknownId = createExternalId();
  expectErrorForEach(await integration.delete(unknownId, unknownId), unknownId);
});

test("T13; T19: the error for another team's task is the same as for an unknown ID", async () => {
  const { externalId } = await createAssignedTask(callers, {
    teamName: teams.south,
    assignedUserName: people.outsider,
  });
  const unknownId = createExternalId();
  const [hiddenReason, unknownReason] = expectErrorForEach(
    await planner.delete(externalId, unknownId),
    externalId,
    unknownId,
  );
  assert.equal(hiddenReason, unknownReason);
  assert.equal(await readState(integration, externalId), 'Assigned');
});

test('W15: a bulk request accepts at most 10,000 IDs', async () => {
  const createIds = (count: number) =>
    Array.from({ length: count }, (_, index) => `conformance-none-${index}`);
  const { validationErrors } = expectError(await integration.delete(...createIds(limits.bulkIds)));
  assert.equal(validationErrors?.length, limits.bulkIds);
  const { details } = expectValidationErrors(
    await integration.delete(...createIds(limits.bulkIds + 1)),
    'externalTaskIds',
  );
  assert.ok(details!.includes(String(limits.bulkIds)));
});

test('T13: of two concurrent bulk requests with the same IDs, exactly one succeeds', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const input = taskBody();
      expectSuccess(await integration.create(input));
      return input.externalId;
    }),
  );
  const responses = await Promise.all([
    integration.delete(...ids),
    integration.delete(...[...ids].reverse()),
  ]);
  assert.deepEqual(responses.map(({ body }) => body.success).sort(), [false, true]);
});
