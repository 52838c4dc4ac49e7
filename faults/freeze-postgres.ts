import { setTimeout } from 'node:timers/promises';
import { createAddresses } from './addresses.ts';
import {
  type Cleanup,
  callerAt,
  childrenOf,
  createTestTenant,
  deploy,
  openPool,
  postmasterOf,
} from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { waitUntil, withTimeout } from './wait-until.ts';

/** The longest time-out of the server, plus a margin for a busy machine. */
const MAX_RESPONSE_MS = 16_000;

/**
 * PostgreSQL stops responding under load and responds again later, as in a network that drops all packets (R3). No request
 * waits longer than the time-outs, the process is live but not ready, and afterwards the service continues.
 */
export const freezePostgres = async (
  cleanup: Cleanup,
  { seconds, seed }: { seconds: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  const load = startLoad(cleanup, { addresses: createAddresses(server.url), tenant, writers: 12, seed });
  const caller = callerAt(server.url, tenant, 'erp');
  const violations: string[] = [];
  await load.acknowledged(200);

  const postmaster = (await postmasterOf(deployment))!;
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const send = (signal: NodeJS.Signals) => {
    for (const id of processes) {
      try {
        process.kill(id, signal);
      } catch {
        // The backend has already ended.
      }
    }
  };
  cleanup.defer(() => send('SIGCONT'));
  send('SIGSTOP');
  const frozenAt = performance.now();
  const frozenFor = () => performance.now() - frozenAt;
  onProgress(`PostgreSQL does not respond for ${seconds} s`);

  let slowest = 0;
  let rejected = 0;
  const timed = async (path: string) => {
    const askedAt = performance.now();
    const answer = await withTimeout(path, caller.get(path));
    slowest = Math.max(slowest, performance.now() - askedAt);
    return answer;
  };
  const readChanges = async () => {
    while (frozenFor() < seconds * 1_000) {
      const page = await timed('/api/services/custom/externaltask/GetChanges');
      if (page.status === 503 && page.headers.get('retry-after') !== null) rejected++;
      else if (frozenFor() < seconds * 1_000) violations.push(`GetChanges returned ${page.status}`);
    }
  };
  const checkHealth = async () => {
    while (frozenFor() < seconds * 1_000) {
      const live = await timed('/health/live');
      if (live.status !== 200) violations.push(`/health/live returned ${live.status}`);
      const ready = await timed('/health/ready');
      if (ready.status !== 503 && frozenFor() < seconds * 1_000) {
        violations.push(`/health/ready returned ${ready.status}`);
      }
      await setTimeout(500);
    }
  };
  const thaw = async () => {
    await setTimeout(seconds * 1_000);
    send('SIGCONT');
  };
  await Promise.all([thaw(), checkHealth(), ...Array.from({ length: 40 }, readChanges)]);

  const thawedAt = performance.now();
  await waitUntil('the server is ready again', async () => (await timed('/health/ready')).status === 200);
  await load.acknowledged(200);
  const recoveredAfter = performance.now() - thawedAt;
  if (slowest > MAX_RESPONSE_MS) violations.push(`a response took ${Math.round(slowest)} ms`);
  const { violations: found, pages } = await load.finish(db);
  return {
    violations: [...violations, ...errorsOf(server), ...found],
    figures: {
      'frozen for, s': seconds,
      writes: load.writes.length,
      pages,
      'responses with 503': rejected,
      'slowest response, ms': Math.round(slowest),
      'working again after, ms': Math.round(recoveredAfter),
    },
  };
};
