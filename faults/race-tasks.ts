import type { CallerResponse } from '#service/testing/caller.ts';
import { type Cleanup, createTenantCaller, createTestTenant, deploy, openPool } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom, pickWeighted, type Random } from './random.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody } from './task-revisions.ts';

type TaskState = {
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
type CallResult = Call & { hasSucceeded: boolean };

const WEIGHTS: Readonly<Record<Action, number>> = {
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
const INSPECTION_ACTIONS: readonly Action[] = ['answer', 'complete', 'return', 'approve'];

/**
 * Returns the state after a call, or undefined if the call must be rejected. This is an independent implementation
 * of the contract (States and transitions) and of decisions T4, T10 to T12 and T15.
 */
const applyCall = (task: TaskState, { action, revision }: Call): TaskState | undefined => {
  switch (action) {
    case 'start':
      // If the same person starts the task again, the same inspection is returned.
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
      // Answers that arrive when the task is no longer Active are stored as well.
      return task;
    case 'complete':
      return task.state === 'Active' || task.state === 'Closed' ? { ...task, state: 'Closed' } : undefined;
    case 'return':
      return task.state === 'Closed' ? { ...task, state: 'Active' } : undefined;
    case 'approve':
      return task.state === 'Closed' ? task : undefined;
  }
};

/** Returns whether some sequential order of the calls explains all results and the final state. */
export const isLinearizable = (
  initialState: TaskState,
  results: readonly CallResult[],
  finalState: TaskState,
): boolean =>
  results.length === 0
    ? initialState.state === finalState.state &&
      (finalState.state === 'deleted' ||
        (initialState.hasInspection === finalState.hasInspection &&
          initialState.revision === finalState.revision))
    : results.some((call, index) => {
        const nextState = applyCall(initialState, call);
        if ((nextState !== undefined) !== call.hasSucceeded) return false;
        return isLinearizable(nextState ?? initialState, results.toSpliced(index, 1), finalState);
      });

const createHeight = (revision: number) => 2 + revision / 100;

const WEIGHTS_WITHOUT_INSPECTION = { answer: 0, complete: 0, return: 0, approve: 0 };
const EXTERNAL_TASK = '/api/services/custom/externaltask';
const CONCURRENT_TASKS = 8;

/**
 * Concurrently sends requests to two servers. They start, cancel, restart, edit, delete, answer, complete and
 * review the same task. The results must be linearizable, and no acknowledged answer may be lost (R8).
 */
export const raceTasks = async (
  cleanup: Cleanup,
  { races, seed }: { races: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const servers = [await startServer(cleanup, deployment), await startServer(cleanup, deployment)];
  const tenant = await createTestTenant(openPool(cleanup, deployment.connection).db);
  const random = createRandom(seed);
  const violations: string[] = [];
  const outcomes = new Set<string>();
  let requestCount = 0;
  const createCallerAs = (userName: 'erp' | 'anna' | 'coordinator') =>
    createTenantCaller(servers[requestCount++ % servers.length]!.url, tenant, userName);

  const runRace = async (number: number) => {
    const externalId = `race ${number}`;
    const body = { externalTaskIds: [externalId] };
    const { id } = (await createCallerAs('coordinator').post('/api/v1/tasks', createTaskBody(externalId, 0)))
      .body;
    const inspection = { id: '' };
    const send = ({ action, revision }: Call): Promise<CallerResponse> => {
      if (action === 'start') return createCallerAs('anna').post(`/api/v1/tasks/${id}/start`);
      if (action === 'answer') {
        const answers = { Height: createHeight(revision) };
        return createCallerAs('anna').request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, {
          answers,
        });
      }
      if (INSPECTION_ACTIONS.includes(action)) {
        const user = createCallerAs(action === 'complete' ? 'anna' : 'coordinator');
        return user.post(
          `/api/v1/inspections/${inspection.id}/${action}`,
          action === 'return' ? {} : undefined,
        );
      }
      if (action === 'edit')
        return createCallerAs('erp').request(
          'PUT',
          `${EXTERNAL_TASK}/put`,
          createTaskBody(externalId, revision),
        );
      return createCallerAs('erp').request(
        action === 'delete' ? 'DELETE' : 'POST',
        `${EXTERNAL_TASK}/${action}`,
        body,
      );
    };

    const initialState = await prepareTask(random, send, inspection, createCallerAs('anna'));
    const calls = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, index): Call => {
      const action = pickWeighted(
        random,
        inspection.id === '' ? { ...WEIGHTS, ...WEIGHTS_WITHOUT_INSPECTION } : WEIGHTS,
      );
      return { action, revision: index + 1 };
    });
    const results = await Promise.all(
      calls.map(async (call): Promise<CallResult> => {
        const { status, body: response } = await send(call);
        if (status >= 500) violations.push(`${call.action} returned ${status} ${JSON.stringify(response)}`);
        return { ...call, hasSucceeded: status < 300 && response.success !== false };
      }),
    );
    const finalState = await parseTaskState(
      await createCallerAs('erp').post(`${EXTERNAL_TASK}/get`, { externalId }),
    );
    const summary = `${initialState.state}: ${results.map(({ action, hasSucceeded }) => `${action} ${hasSucceeded ? 'succeeded' : 'rejected'}`).join(', ')}: ${finalState.state}`;
    outcomes.add(summary);
    if (!isLinearizable(initialState, results, finalState))
      violations.push(`${externalId} is not linearizable: ${summary}`);
    const acknowledgedAnswers = results.filter(
      ({ action, hasSucceeded }) => action === 'answer' && hasSucceeded,
    );
    if (acknowledgedAnswers.length === 0) return;
    const { revisions } = (await createCallerAs('anna').get(`/api/v1/inspections/${inspection.id}/revisions`))
      .body;
    const heights = new Set(revisions.map(({ value }: { value: unknown }) => value));
    const lostAnswers = acknowledgedAnswers.filter(({ revision }) => !heights.has(createHeight(revision)));
    if (lostAnswers.length > 0)
      violations.push(`${lostAnswers.length} answers to ${externalId} are lost: ${summary}`);
  };

  let nextRace = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT_TASKS }, async () => {
      while (nextRace < races) {
        if (nextRace % 100 === 0) onProgress(`race ${nextRace} of ${races}`);
        await runRace(nextRace++);
      }
    }),
  );
  return {
    violations: [...violations, ...servers.flatMap(findErrors)],
    figures: { races, 'different sequences': outcomes.size },
  };
};

/**
 * Puts the task into one of four states with equal probability: Assigned, Active with all answers, Canceled or Closed.
 */
const prepareTask = async (
  random: Random,
  send: (call: Call) => Promise<CallerResponse>,
  inspection: { id: string },
  anna: { request(method: string, path: string, body: unknown): Promise<CallerResponse> },
): Promise<TaskState> => {
  const state = pickWeighted(random, { Assigned: 1, Active: 1, Canceled: 1, Closed: 1 });
  if (state === 'Assigned') return { state, hasInspection: false, revision: 0 };
  inspection.id = (await send({ action: 'start', revision: 0 })).body.id;
  await anna.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, { answers: { Height: 2 } });
  if (state === 'Canceled') await send({ action: 'cancel', revision: 0 });
  if (state === 'Closed') await send({ action: 'complete', revision: 0 });
  return { state, hasInspection: true, revision: 0 };
};

const parseTaskState = ({ body }: CallerResponse): TaskState =>
  body.success
    ? {
        state: body.result.state,
        hasInspection: body.result.inspectionId !== undefined,
        revision: Number(/\d+/.exec(body.result.title)),
      }
    : { state: 'deleted', hasInspection: false, revision: 0 };
