import { setTimeout } from 'node:timers/promises';
import type { Caller, CallerResponse } from '#service/testing/caller.ts';
import type { TestUserName } from './deployment.ts';
import type { Write } from './history-checker.ts';
import { pickWeighted, type Random } from './random.ts';
import { createTaskBody } from './task-revisions.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const RETRY_DELAY_MS = 50;
const TASKS_PER_BULK_DELETION = 40;

type Operation = 'create' | 'createAsPlanner' | 'edit' | 'delete' | 'deleteMany' | 'startAndRestart';
const WEIGHTS: Readonly<Record<Operation, number>> = {
  create: 40,
  createAsPlanner: 5,
  edit: 35,
  delete: 10,
  deleteMany: 2,
  startAndRestart: 8,
};

/** A task that this writer has created. `id` is known only if the writer created the task as a planner. */
type OwnTask = { entity: string; revision: number; id?: string };

export type Writer = {
  name: string;
  createCallerAs: (userName: TestUserName) => Promise<Caller>;
  random: Random;
  onWrite: (write: Write) => void;
  /** Called for a response that the injected fault cannot have caused. */
  onUnexpected: (message: string) => void;
};

/** Creates, edits, deletes, starts, cancels and restarts its own tasks over HTTP until the signal is aborted. */
export const writeTasks = async (writer: Writer, signal: AbortSignal): Promise<void> => {
  const { name, createCallerAs, random, onWrite, onUnexpected } = writer;
  const ownTasks: OwnTask[] = [];
  let createdCount = 0;

  /**
   * Returns the response if it was successful. If there was no response, it is unknown whether the task was
   * changed, so callers no longer use the task.
   */
  const send = async (
    userName: TestUserName,
    call: (caller: Caller) => Promise<CallerResponse>,
  ): Promise<CallerResponse | undefined> => {
    const response = await withTimeout(`a request from ${name}`, call(await createCallerAs(userName))).catch(
      (error: unknown) => {
        if (error instanceof TimeoutError) onUnexpected(error.message);
        return undefined;
      },
    );
    if (response !== undefined && response.status < 300 && response.body.success !== false) return response;
    if (response !== undefined && response.status !== 503) {
      onUnexpected(`${name} got ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
    }
    await setTimeout(RETRY_DELAY_MS);
    return undefined;
  };
  const write = async (
    userName: TestUserName,
    tasks: readonly OwnTask[],
    isDeletion: boolean,
    call: (caller: Caller) => Promise<CallerResponse>,
  ): Promise<CallerResponse | undefined> => {
    const startedAt = performance.now();
    const response = await send(userName, call);
    const acknowledgedAt = performance.now();
    if (response === undefined) return undefined;
    for (const { entity, revision } of tasks) {
      onWrite({ entity, revision, isDeletion, startedAt, acknowledgedAt });
    }
    return response;
  };
  const removeRandomTask = (): OwnTask | undefined =>
    ownTasks.splice(Math.floor(random() * ownTasks.length), 1)[0];

  const create = async () => {
    const task = { entity: `${name}-${createdCount++}`, revision: 1 };
    const body = createTaskBody(task.entity, 1);
    if (await write('erp', [task], false, (caller) => caller.post(`${EXTERNAL_TASK}/post`, body))) {
      ownTasks.push(task);
    }
  };
  const createAsPlanner = async () => {
    const task = { entity: `${name}-${createdCount++}`, revision: 1 };
    const body = createTaskBody(task.entity, 1);
    const response = await write('coordinator', [task], false, (caller) =>
      caller.post('/api/v1/tasks', body),
    );
    if (response) ownTasks.push({ ...task, id: response.body.id });
  };
  const edit = async (task: OwnTask) => {
    const editedTask = { ...task, revision: task.revision + 1 };
    const body = createTaskBody(task.entity, editedTask.revision);
    if (
      await write('erp', [editedTask], false, (caller) => caller.request('PUT', `${EXTERNAL_TASK}/put`, body))
    ) {
      ownTasks.push(editedTask);
    }
  };
  const remove = async (tasks: readonly OwnTask[]) => {
    const body = { externalTaskIds: tasks.map(({ entity }) => entity) };
    await write('erp', tasks, true, (caller) => caller.request('DELETE', `${EXTERNAL_TASK}/delete`, body));
  };
  const startAndRestart = async (task: OwnTask) => {
    const body = { externalTaskIds: [task.entity] };
    const isAssignedAgain =
      (await send('anna', (caller) => caller.post(`/api/v1/tasks/${task.id}/start`))) &&
      (await send('erp', (caller) => caller.post(`${EXTERNAL_TASK}/cancel`, body))) &&
      (await send('erp', (caller) => caller.post(`${EXTERNAL_TASK}/restart`, body)));
    if (isAssignedAgain) ownTasks.push(task);
  };

  while (!signal.aborted) {
    const operation = pickWeighted(random, WEIGHTS);
    const task = operation === 'create' || operation === 'createAsPlanner' ? undefined : removeRandomTask();
    if (operation === 'createAsPlanner') await createAsPlanner();
    else if (task === undefined) await create();
    else if (operation === 'edit' || (operation === 'startAndRestart' && task.id === undefined))
      await edit(task);
    else if (operation === 'startAndRestart') await startAndRestart(task);
    else if (operation === 'delete') await remove([task]);
    else await remove([task, ...ownTasks.splice(0, TASKS_PER_BULK_DELETION)]);
  }
};
