import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { taskDraft } from './task-draft.ts';
import { succeeded } from './verdicts.ts';

/** A task somewhere in its life. `id` is the service's own, by which the application interface knows it. */
export type KnownTask = { externalId: string; id: string };
export type StartedTask = KnownTask & { inspectionId: string };

/** Who brings a task through its life: the external application, and the person it is assigned to. */
export type Hands = { integration: Caller; inspector: Caller };

export const assignedTask = async (
  { integration }: Pick<Hands, 'integration'>,
  changes: Record<string, unknown> = {},
): Promise<KnownTask> => {
  const before = await latestToken(integration);
  const draft = taskDraft(changes);
  succeeded(await integration.create(draft));
  const { rows } = await changesSince(integration, before);
  return { externalId: draft.externalId, id: String(changeOf(rows, draft.externalId).id) };
};

export const activeTask = async (hands: Hands, changes?: Record<string, unknown>): Promise<StartedTask> => {
  const task = await assignedTask(hands, changes);
  return { ...task, inspectionId: await start(hands.inspector, task) };
};

export const canceledTask = async (hands: Hands, changes?: Record<string, unknown>): Promise<StartedTask> => {
  const task = await activeTask(hands, changes);
  succeeded(await hands.integration.cancel(task.externalId));
  return task;
};

export const closedTask = async (hands: Hands, changes?: Record<string, unknown>): Promise<StartedTask> => {
  const task = await activeTask(hands, changes);
  await answer(hands.inspector, task.inspectionId, { Height: 3.2 });
  await complete(hands.inspector, task.inspectionId);
  return task;
};

/** Starts a task and returns the id of its inspection. */
export const start = async (inspector: Caller, { id }: KnownTask): Promise<string> => {
  const { status, text, body } = await inspector.v1('POST', `/tasks/${id}/start`);
  assert.equal(status, 201, text);
  return String(body.id);
};

export const answer = async (inspector: Caller, inspectionId: string, answers: Row) => {
  const { status, text } = await inspector.v1('PATCH', `/inspections/${inspectionId}/answers`, { answers });
  assert.equal(status, 200, text);
};

export const complete = async (inspector: Caller, inspectionId: string) => {
  const { status, text } = await inspector.v1('POST', `/inspections/${inspectionId}/complete`);
  assert.ok(status < 300, text);
};

/** The task as the external application reads it (contract, Read task). */
export const readTask = async (caller: Caller, externalId: string): Promise<Row> =>
  succeeded(await caller.read(externalId));

export const stateOf = async (caller: Caller, externalId: string) =>
  (await readTask(caller, externalId)).state;
