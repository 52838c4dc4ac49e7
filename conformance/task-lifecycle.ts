import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { expectSuccess } from './expectations.ts';
import { taskBody } from './task-body.ts';

/** The IDs of a task. The task interface uses `externalId`, and the application interface uses `id`. */
export type TaskIds = { externalId: string; id: string };
export type StartedTask = TaskIds & { inspectionId: string };

/** The clients that change a task's state: the external application and the assignee. */
export type Callers = { integration: Caller; inspector: Caller };

export const createAssignedTask = async (
  { integration }: Pick<Callers, 'integration'>,
  changes: Record<string, unknown> = {},
): Promise<TaskIds> => {
  const tokenBefore = await readLatestToken(integration);
  const input = taskBody(changes);
  expectSuccess(await integration.create(input));
  const { rows } = await readChangesSince(integration, tokenBefore);
  return { externalId: input.externalId, id: String(findNewestChange(rows, input.externalId).id) };
};

export const createActiveTask = async (
  callers: Callers,
  changes?: Record<string, unknown>,
): Promise<StartedTask> => {
  const task = await createAssignedTask(callers, changes);
  return { ...task, inspectionId: await startTask(callers.inspector, task) };
};

export const createCanceledTask = async (
  callers: Callers,
  changes?: Record<string, unknown>,
): Promise<StartedTask> => {
  const task = await createActiveTask(callers, changes);
  expectSuccess(await callers.integration.cancel(task.externalId));
  return task;
};

export const createClosedTask = async (
  callers: Callers,
  changes?: Record<string, unknown>,
): Promise<StartedTask> => {
  const task = await createActiveTask(callers, changes);
  await saveAnswers(callers.inspector, task.inspectionId, { Height: 3.2 });
  await completeInspection(callers.inspector, task.inspectionId);
  return task;
};

export const startTask = async (inspector: Caller, { id }: TaskIds): Promise<string> => {
  const { status, text, body } = await inspector.callV1('POST', `/tasks/${id}/start`);
  assert.equal(status, 201, text);
  return String(body.id);
};

export const saveAnswers = async (inspector: Caller, inspectionId: string, answers: Row) => {
  const { status, text } = await inspector.callV1('PATCH', `/inspections/${inspectionId}/answers`, {
    answers,
  });
  assert.equal(status, 200, text);
};

export const completeInspection = async (inspector: Caller, inspectionId: string) => {
  const { status, text } = await inspector.callV1('POST', `/inspections/${inspectionId}/complete`);
  assert.ok(status < 300, text);
};

/** Reads the task as an external application (contract, Read task). */
export const readTask = async (caller: Caller, externalId: string): Promise<Row> =>
  expectSuccess(await caller.read(externalId));

export const readState = async (caller: Caller, externalId: string) =>
  (await readTask(caller, externalId)).state;
