import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Caller } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { ATTACKS, type AttackData } from './attacks.ts';
import { type Cleanup, createTenantCaller, createTestTenant, deploy, openPool } from './deployment.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody } from './task-revisions.ts';

type ResponseTimes = { p50: number; p95: number; max: number; failed: number; count: number };

/** Time for an attack's last requests and their SQL statements to finish. */
const COOL_DOWN_MS = 4_000;

/**
 * A hostile user attacks while a colleague and a user in another tenant are working (R22, R25, S47). For each of
 * these two, the 95th percentile of the response times stays within twice its usual value plus 100 ms, and no
 * request fails. The usual value is measured before each attack.
 */
export const runHostileUser = async (
  cleanup: Cleanup,
  { tasks, seconds }: { tasks: number; seconds: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const [attackedTenant, otherTenant] = [await createTestTenant(db), await createTestTenant(db, 'other')];
  await fillTasks(db, attackedTenant.organisation.tenantId, tasks);
  const erp = createTenantCaller(server.url, attackedTenant, 'erp');
  await erp.task('post', createTaskBody('hostile', 1));
  const changesResponse = await erp.get(
    '/api/services/custom/externaltask/GetChanges?changeToken=____________8',
  );
  const changeToken = String(changesResponse.body.result?.nextChangeToken ?? '');

  const { tenantId, userIds, workbookIds } = attackedTenant.organisation;
  const adminToken = await grantToken(db, tenantId, userIds.admin!);
  const otherUsers = {
    'a colleague': createTenantCaller(server.url, attackedTenant, 'coordinator'),
    'another tenant': createTenantCaller(server.url, otherTenant, 'coordinator'),
  };
  const takeNextId = createCounter(1);
  const measureOtherUsers = () =>
    Promise.all(
      Object.values(otherUsers).map((caller) => measureRequests(caller, takeNextId, seconds * 1_000)),
    );
  await measureOtherUsers();
  const violations: string[] = [];
  const figures: Record<string, string> = {};
  for (const attack of ATTACKS) {
    const usualTimes = await measureOtherUsers();
    const workerData: AttackData = {
      url: server.url,
      token: attackedTenant.tokens.erp,
      adminToken,
      workbookId: Object.values(workbookIds)[0]!,
      attack,
      changeToken,
    };
    const worker = new Worker(new URL('./hostile-worker.ts', import.meta.url), { workerData });
    await setTimeout(2_000);
    const timesDuringAttack = await measureOtherUsers();
    await worker.terminate();
    for (const [index, name] of Object.keys(otherUsers).entries()) {
      const [usual, during] = [usualTimes[index]!, timesDuringAttack[index]!];
      const allowedMs = 2 * usual.p95 + 100;
      const line = `p50 ${usual.p50} -> ${during.p50} ms, p95 ${usual.p95} -> ${during.p95} ms (allowed ${allowedMs}), slowest ${usual.max} -> ${during.max} ms, ${during.failed} of ${during.count} failed`;
      figures[`${attack}, ${name}`] = line;
      onProgress(`${attack}; ${name}: ${line}`);
      if (during.p95 > allowedMs || during.failed > 0) violations.push(`${attack}, ${name}: ${line}`);
    }
    await setTimeout(COOL_DOWN_MS);
  }
  return { violations: [...violations, ...findErrors(server)], figures };
};

const createCounter = (first: number) => {
  let next = first;
  return () => next++;
};

/** Sends requests that list, read and create data, one after the other, and measures their response times. */
const measureRequests = async (
  caller: Caller,
  takeNextId: () => number,
  ms: number,
): Promise<ResponseTimes> => {
  const times: number[] = [];
  let failed = 0;
  const requests = [
    () => caller.get('/api/v1/tasks?limit=20'),
    () => caller.get('/api/services/custom/externaltask/getall?$top=200'),
    () => caller.get('/api/v1/me'),
    () => caller.post('/api/v1/tasks', createTaskBody(`own-${takeNextId()}`, 1)),
  ];
  const endsAt = performance.now() + ms;
  for (let request = 0; performance.now() < endsAt; request++) {
    const startedAt = performance.now();
    const { status } = await requests[request % requests.length]!();
    times.push(performance.now() - startedAt);
    if (status >= 300) failed++;
  }
  const [p50, p95, max] = [0.5, 0.95, 1].map((fraction) => computePercentile(times, fraction));
  return { p50: p50!, p95: p95!, max: max!, failed, count: times.length };
};
