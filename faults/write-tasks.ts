import { setTimeout } from 'node:timers/promises';
import type { Answer, Caller } from '#service/testing/caller.ts';
import type { PersonName } from './deployment.ts';
import type { Write } from './history-checker.ts';
import { choose, type Random } from './random.ts';
import { draftAt } from './task-view.ts';
import { Hanging, inTime } from './until.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const TRY_AGAIN_MS = 50;
const BULK = 40;

type Operation = 'create' | 'plan' | 'edit' | 'delete' | 'deleteMany' | 'lifeCycle';
const OFTEN: Readonly<Record<Operation, number>> = {
  create: 40,
  plan: 5,
  edit: 35,
  delete: 10,
  deleteMany: 2,
  lifeCycle: 8,
};

/** A task that one writer has in hand; it knows the `id` of those that it planned itself. */
type Held = { entity: string; revision: number; id?: string };

export type Writer = {
  name: string;
  as: (userName: PersonName) => Promise<Caller>;
  random: Random;
  onWrite: (write: Write) => void;
  /** Told of an answer that no fault explains. */
  onSurprise: (text: string) => void;
};

/** Creates, edits, deletes, starts, cancels and restarts tasks of its own over HTTP until `stop`. */
export const writeTasks = async (writer: Writer, stop: AbortSignal): Promise<void> => {
  const { name, as, random, onWrite, onSurprise } = writer;
  const held: Held[] = [];
  let made = 0;

  /** Whether the call was acknowledged. What happened to a call without answer is unknown: its task is let go. */
  const isDone = async (
    userName: PersonName,
    call: (caller: Caller) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const answer = await inTime(`a call of ${name}`, call(await as(userName))).catch((error: unknown) => {
      if (error instanceof Hanging) onSurprise(error.message);
      return undefined;
    });
    if (answer !== undefined && answer.status < 300 && answer.body.success !== false) return answer;
    if (answer !== undefined && answer.status !== 503) {
      onSurprise(`${name} was answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    await setTimeout(TRY_AGAIN_MS);
    return undefined;
  };
  const write = async (
    userName: PersonName,
    changed: readonly Held[],
    isDeletion: boolean,
    call: (caller: Caller) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const startedAt = performance.now();
    const answer = await isDone(userName, call);
    const acknowledgedAt = performance.now();
    if (answer === undefined) return undefined;
    for (const { entity, revision } of changed) {
      onWrite({ entity, revision, isDeletion, startedAt, acknowledgedAt });
    }
    return answer;
  };
  const take = (): Held | undefined => held.splice(Math.floor(random() * held.length), 1)[0];

  const create = async () => {
    const task = { entity: `${name}-${made++}`, revision: 1 };
    const body = draftAt(task.entity, 1);
    if (await write('erp', [task], false, (caller) => caller.post(`${EXTERNAL_TASK}/post`, body))) {
      held.push(task);
    }
  };
  const plan = async () => {
    const task = { entity: `${name}-${made++}`, revision: 1 };
    const body = draftAt(task.entity, 1);
    const answer = await write('coordinator', [task], false, (caller) => caller.post('/api/v1/tasks', body));
    if (answer) held.push({ ...task, id: answer.body.id });
  };
  const edit = async (task: Held) => {
    const edited = { ...task, revision: task.revision + 1 };
    const body = draftAt(task.entity, edited.revision);
    if (
      await write('erp', [edited], false, (caller) => caller.request('PUT', `${EXTERNAL_TASK}/put`, body))
    ) {
      held.push(edited);
    }
  };
  const remove = async (tasks: readonly Held[]) => {
    const body = { externalTaskIds: tasks.map(({ entity }) => entity) };
    await write('erp', tasks, true, (caller) => caller.request('DELETE', `${EXTERNAL_TASK}/delete`, body));
  };
  const lifeCycle = async (task: Held) => {
    const body = { externalTaskIds: [task.entity] };
    const isAgainAssigned =
      (await isDone('anna', (caller) => caller.post(`/api/v1/tasks/${task.id}/start`))) &&
      (await isDone('erp', (caller) => caller.post(`${EXTERNAL_TASK}/cancel`, body))) &&
      (await isDone('erp', (caller) => caller.post(`${EXTERNAL_TASK}/restart`, body)));
    if (isAgainAssigned) held.push(task);
  };

  while (!stop.aborted) {
    const operation = choose(random, OFTEN);
    const task = operation === 'create' || operation === 'plan' ? undefined : take();
    if (operation === 'plan') await plan();
    else if (task === undefined) await create();
    else if (operation === 'edit' || (operation === 'lifeCycle' && task.id === undefined)) await edit(task);
    else if (operation === 'lifeCycle') await lifeCycle(task);
    else if (operation === 'delete') await remove([task]);
    else await remove([task, ...held.splice(0, BULK)]);
  }
};
