import type { Answer } from '#service/testing/caller.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { choose, type Random, randomFrom } from './random.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

/** Where a task stands, as its caller can know it. */
type Standing = {
  state: 'Assigned' | 'Active' | 'Closed' | 'Canceled' | 'deleted';
  hasInspection: boolean;
  revision: number;
};
type Action =
  | 'start'
  | 'cancel'
  | 'restart'
  | 'delete'
  | 'edit'
  | 'answer'
  | 'complete'
  | 'return'
  | 'approve';
type Call = { action: Action; revision: number };
type Told = Call & { isDone: boolean };

const AT_ONCE: Readonly<Record<Action, number>> = {
  start: 3,
  cancel: 3,
  delete: 3,
  edit: 3,
  restart: 2,
  answer: 3,
  complete: 2,
  return: 2,
  approve: 1,
};
/** What is done to an inspection, and needs one. */
const OF_INSPECTION: readonly Action[] = ['answer', 'complete', 'return', 'approve'];

/**
 * What one action does to a task, or undefined when it is refused: written anew from the contract (States and
 * transitions) and decisions T4, T10 to T12, T15, so that it can be wrong only where they are misread.
 */
const after = (task: Standing, { action, revision }: Call): Standing | undefined => {
  switch (action) {
    case 'start':
      // A second start by the same person gives the same inspection.
      return task.state === 'Assigned' || task.state === 'Active'
        ? { ...task, state: 'Active', hasInspection: true }
        : undefined;
    case 'cancel':
      return task.state === 'Active' ? { ...task, state: 'Canceled' } : undefined;
    case 'restart':
      return task.state === 'Canceled' ? { ...task, state: 'Assigned', hasInspection: false } : undefined;
    case 'delete':
      return task.state === 'Assigned' ? { ...task, state: 'deleted' } : undefined;
    case 'edit':
      return task.state === 'Assigned' ? { ...task, revision } : undefined;
    case 'answer':
      // What comes after the end is kept too, as a late result.
      return task;
    case 'complete':
      return task.state === 'Active' || task.state === 'Closed' ? { ...task, state: 'Closed' } : undefined;
    case 'return':
      return task.state === 'Closed' ? { ...task, state: 'Active' } : undefined;
    case 'approve':
      return task.state === 'Closed' ? task : undefined;
  }
};

/** Whether the answers and the end are those of the calls made one after the other, in some order. */
export const isExplained = (task: Standing, told: readonly Told[], end: Standing): boolean =>
  told.length === 0
    ? task.state === end.state &&
      (end.state === 'deleted' ||
        (task.hasInspection === end.hasInspection && task.revision === end.revision))
    : told.some((one, at) => {
        const next = after(task, one);
        if ((next !== undefined) !== one.isDone) return false;
        return isExplained(next ?? task, told.toSpliced(at, 1), end);
      });

/** Unlike any other answer to the same field. */
const heightOf = (revision: number) => 2 + revision / 100;

const NOTHING_TO_INSPECT = { answer: 0, complete: 0, return: 0, approve: 0 };
const EXTERNAL_TASK = '/api/services/custom/externaltask';
const TASKS_AT_ONCE = 8;

/**
 * Starts, cancels, restarts, edits, deletes, answers, completes and reviews the same task at once, through two servers: one
 * order explains all of it, and no answer that was acknowledged is lost (R8).
 */
export const raceTasks = async (
  stage: Stage,
  { races, seed }: { races: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const servers = [await startServer(stage, deployment), await startServer(stage, deployment)];
  const cast = await castIn(openPool(stage, deployment.connection).db);
  const random = randomFrom(seed);
  const violations: string[] = [];
  const outcomes = new Set<string>();
  let turn = 0;
  const as = (userName: 'erp' | 'anna' | 'coordinator') =>
    callerAt(servers[turn++ % servers.length]!.url, cast, userName);

  const race = async (number: number) => {
    const externalId = `race ${number}`;
    const body = { externalTaskIds: [externalId] };
    const { id } = (await as('coordinator').post('/api/v1/tasks', draftAt(externalId, 0))).body;
    const inspection = { id: '' };
    const call = ({ action, revision }: Call): Promise<Answer> => {
      if (action === 'start') return as('anna').post(`/api/v1/tasks/${id}/start`);
      if (action === 'answer') {
        const answers = { Height: heightOf(revision) };
        return as('anna').request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, { answers });
      }
      if (OF_INSPECTION.includes(action)) {
        const person = as(action === 'complete' ? 'anna' : 'coordinator');
        return person.post(
          `/api/v1/inspections/${inspection.id}/${action}`,
          action === 'return' ? {} : undefined,
        );
      }
      if (action === 'edit')
        return as('erp').request('PUT', `${EXTERNAL_TASK}/put`, draftAt(externalId, revision));
      return as('erp').request(action === 'delete' ? 'DELETE' : 'POST', `${EXTERNAL_TASK}/${action}`, body);
    };

    const before = await bringTo(random, call, inspection, as('anna'));
    const calls = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, index): Call => {
      const action = choose(random, inspection.id === '' ? { ...AT_ONCE, ...NOTHING_TO_INSPECT } : AT_ONCE);
      return { action, revision: index + 1 };
    });
    const told = await Promise.all(
      calls.map(async (one): Promise<Told> => {
        const { status, body: answer } = await call(one);
        if (status >= 500) violations.push(`${one.action} was answered ${status} ${JSON.stringify(answer)}`);
        return { ...one, isDone: status < 300 && answer.success !== false };
      }),
    );
    const end = await standingOf(await as('erp').post(`${EXTERNAL_TASK}/get`, { externalId }));
    const story = `${before.state}: ${told.map(({ action, isDone }) => `${action} ${isDone ? 'done' : 'refused'}`).join(', ')}: ${end.state}`;
    outcomes.add(story);
    if (!isExplained(before, told, end)) violations.push(`No order explains ${externalId}, ${story}`);
    const kept = told.filter(({ action, isDone }) => action === 'answer' && isDone);
    if (kept.length === 0) return;
    const { revisions } = (await as('anna').get(`/api/v1/inspections/${inspection.id}/revisions`)).body;
    const heights = new Set(revisions.map(({ value }: { value: unknown }) => value));
    const lost = kept.filter(({ revision }) => !heights.has(heightOf(revision)));
    if (lost.length > 0) violations.push(`${lost.length} answers of ${externalId} are lost, ${story}`);
  };

  let next = 0;
  await Promise.all(
    Array.from({ length: TASKS_AT_ONCE }, async () => {
      while (next < races) {
        if (next % 100 === 0) tell(`race ${next} of ${races}`);
        await race(next++);
      }
    }),
  );
  return {
    violations: [...violations, ...servers.flatMap(errorsOf)],
    figures: { races, 'different courses': outcomes.size },
  };
};

/** A quarter of the tasks race as they are, a quarter in progress with everything answered, cancelled, completed. */
const bringTo = async (
  random: Random,
  call: (one: Call) => Promise<Answer>,
  inspection: { id: string },
  anna: { request(method: string, path: string, body: unknown): Promise<Answer> },
): Promise<Standing> => {
  const start = choose(random, { Assigned: 1, Active: 1, Canceled: 1, Closed: 1 });
  if (start === 'Assigned') return { state: start, hasInspection: false, revision: 0 };
  inspection.id = (await call({ action: 'start', revision: 0 })).body.id;
  await anna.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, { answers: { Height: 2 } });
  if (start === 'Canceled') await call({ action: 'cancel', revision: 0 });
  if (start === 'Closed') await call({ action: 'complete', revision: 0 });
  return { state: start, hasInspection: true, revision: 0 };
};

const standingOf = ({ body }: Answer): Standing =>
  body.success
    ? {
        state: body.result.state,
        hasInspection: body.result.inspectionId !== undefined,
        revision: Number(/\d+/.exec(body.result.title)),
      }
    : { state: 'deleted', hasInspection: false, revision: 0 };
