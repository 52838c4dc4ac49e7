import { setTimeout } from 'node:timers/promises';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, findPostmaster, listChildProcesses } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { startSystem } from './start-system.ts';
import { withTimeout } from './with-timeout.ts';

/** The server's longest time-out, plus a margin for a busy machine. */
const MAX_RESPONSE_MS = 16_000;

/**
 * Suspends PostgreSQL under load and later resumes it, as if the network had dropped all packets in between (R3).
 * No request waits longer than the server's time-outs. While PostgreSQL is suspended, the server is live but not
 * ready. Afterwards, it works again.
 */
export const freezePostgres = async (
  cleanup: Cleanup,
  { seconds, seed }: { seconds: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { deployment, server, db, tenant } = await startSystem(cleanup);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 12, seed });
  const caller = createTenantCaller(server.url, tenant, 'erp');
  const violations: string[] = [];
  await load.waitForWrites(200);

  const postmaster = (await findPostmaster(deployment))!;
  const processIds = [postmaster, ...(await listChildProcesses(postmaster))];
  const sendSignal = (signal: NodeJS.Signals) => {
    for (const id of processIds) {
      try {
        process.kill(id, signal);
      } catch {
        // The backend has already exited.
      }
    }
  };
  cleanup.defer(() => sendSignal('SIGCONT'));
  sendSignal('SIGSTOP');
  const frozenAt = performance.now();
  const getFrozenMs = () => performance.now() - frozenAt;
  onProgress(`PostgreSQL does not respond for ${seconds} s`);

  let slowestMs = 0;
  let rejectedCount = 0;
  const measureGet = async (path: string) => {
    const requestedAt = performance.now();
    const response = await withTimeout(path, caller.get(path));
    slowestMs = Math.max(slowestMs, performance.now() - requestedAt);
    return response;
  };
  const readChanges = async () => {
    while (getFrozenMs() < seconds * 1_000) {
      const pageResponse = await measureGet('/api/services/custom/externaltask/GetChanges');
      if (pageResponse.status === 503 && pageResponse.headers.get('retry-after') !== null) rejectedCount++;
      else if (getFrozenMs() < seconds * 1_000) violations.push(`GetChanges returned ${pageResponse.status}`);
    }
  };
  const checkHealth = async () => {
    while (getFrozenMs() < seconds * 1_000) {
      const liveResponse = await measureGet('/health/live');
      if (liveResponse.status !== 200) violations.push(`/health/live returned ${liveResponse.status}`);
      const readyResponse = await measureGet('/health/ready');
      if (readyResponse.status !== 503 && getFrozenMs() < seconds * 1_000) {
        violations.push(`/health/ready returned ${readyResponse.status}`);
      }
      await setTimeout(500);
    }
  };
  const resumeLater = async () => {
    await setTimeout(seconds * 1_000);
    sendSignal('SIGCONT');
  };
  await Promise.all([resumeLater(), checkHealth(), ...Array.from({ length: 40 }, readChanges)]);

  const resumedAt = performance.now();
  await waitUntil(
    'the server is ready again',
    async () => (await measureGet('/health/ready')).status === 200,
  );
  await load.waitForWrites(200);
  const recoveredAfter = performance.now() - resumedAt;
  if (slowestMs > MAX_RESPONSE_MS) violations.push(`a response took ${Math.round(slowestMs)} ms`);
  const { violations: loadViolations, pages } = await load.finish(db);
  return {
    violations: [...violations, ...findErrors(server), ...loadViolations],
    figures: {
      'frozen for, s': seconds,
      writes: load.writes.length,
      pages,
      '503 responses': rejectedCount,
      'slowest response, ms': Math.round(slowestMs),
      'working again after, ms': Math.round(recoveredAfter),
    },
  };
};
