import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Caller } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { ATTACKS, type Hostile } from './attacks.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

type Times = { p50: number; p95: number; failed: number; count: number };

/**
 * A hostile user, while a colleague and a user of another tenant work (R22, R25, S47): neither of them waits longer than
 * twice their usual time plus 100 ms, and none of their requests fails.
 */
export const hostileNeighbour = async (
  stage: Stage,
  { tasks, seconds }: { tasks: number; seconds: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const [here, elsewhere] = [await castIn(db), await castIn(db, 'elsewhere')];
  await fillTasks(db, here.organisation.tenantId, tasks);
  const victims = {
    'a colleague': callerAt(server.url, here, 'coordinator'),
    'another tenant': callerAt(server.url, elsewhere, 'erp'),
  };
  await callerAt(server.url, here, 'erp').task('post', draftAt('hostile', 1));
  await elsewhereTask(victims['another tenant']);
  const changes = await callerAt(server.url, here, 'erp').get(
    '/api/services/custom/externaltask/GetChanges?changeToken=____________8',
  );
  const changeToken = String(changes.body.result?.nextChangeToken ?? '');

  const measureAll = () =>
    Promise.all(Object.values(victims).map((caller) => measure(caller, seconds * 1_000)));
  await measureAll();
  const undisturbed = await measureAll();
  const violations: string[] = [];
  const figures: Record<string, string> = {};
  for (const attack of ATTACKS) {
    const hostile: Hostile = { url: server.url, token: here.tokens.erp, attack, changeToken };
    const worker = new Worker(new URL('./hostile-worker.ts', import.meta.url), { workerData: hostile });
    await setTimeout(2_000);
    const disturbed = await measureAll();
    await worker.terminate();
    for (const [index, name] of Object.keys(victims).entries()) {
      const [before, during] = [undisturbed[index]!, disturbed[index]!];
      const allowed = 2 * before.p95 + 100;
      const line = `p50 ${before.p50} -> ${during.p50} ms, p95 ${before.p95} -> ${during.p95} ms (allowed ${allowed}), ${during.failed} of ${during.count} failed`;
      figures[`${attack}, ${name}`] = line;
      tell(`${attack}; ${name}: ${line}`);
      if (during.p95 > allowed || during.failed > 0) violations.push(`${attack}, ${name}: ${line}`);
    }
    // Lets the rest of the attack end: requests whose callers have gone, and their statements.
    await setTimeout(4_000);
  }
  return { violations: [...violations, ...errorsOf(server)], figures };
};

const elsewhereTask = (caller: Caller) => caller.task('post', draftAt('own', 1));

/** Reads and lists, one request after the other. */
const measure = async (caller: Caller, ms: number): Promise<Times> => {
  const times: number[] = [];
  let failed = 0;
  const endsAt = performance.now() + ms;
  for (let request = 0; performance.now() < endsAt; request++) {
    const startedAt = performance.now();
    const { status } = await caller.get(request % 2 === 0 ? '/api/v1/tasks?limit=20' : '/api/v1/me');
    times.push(performance.now() - startedAt);
    if (status !== 200) failed++;
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), failed, count: times.length };
};
