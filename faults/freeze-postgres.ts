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
 * PostgreSQL stops responding under load and later responds again, as if the network had dropped all packets
 * (R3). No request waits longer than the time-outs, the process is live but not ready, and afterwards the
 * service continues.
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
  const processes = [postmaster, ...(await listChildProcesses(postmaster))];
  const send = (signal: NodeJS.Signals) => {
    for (const id of processes) {
      try {
        process.kill(id, signal);
      } catch {
        // The backend has already exited.
      }
    }
  };
  cleanup.defer(() => send('SIGCONT'));
  send('SIGSTOP');
  const frozenAt = performance.now();
  const frozenMs = () => performance.now() - frozenAt;
  onProgress(`PostgreSQL does not respond for ${seconds} s`);

  let slowest = 0;
  let rejected = 0;
  const measureGet = async (path: string) => {
    const requestedAt = performance.now();
    const response = await withTimeout(path, caller.get(path));
    slowest = Math.max(slowest, performance.now() - requestedAt);
    return response;
  };
  const readChanges = async () => {
    while (frozenMs() < seconds * 1_000) {
      const page = await measureGet('/api/services/custom/externaltask/GetChanges');
      if (page.status === 503 && page.headers.get('retry-after') !== null) rejected++;
      else if (frozenMs() < seconds * 1_000) violations.push(`GetChanges returned ${page.status}`);
    }
  };
  const checkHealth = async () => {
    while (frozenMs() < seconds * 1_000) {
      const live = await measureGet('/health/live');
      if (live.status !== 200) violations.push(`/health/live returned ${live.status}`);
      const ready = await measureGet('/health/ready');
      if (ready.status !== 503 && frozenMs() < seconds * 1_000) {
        violations.push(`/health/ready returned ${ready.status}`);
      }
      await setTimeout(500);
    }
  };
  const resume = async () => {
    await setTimeout(seconds * 1_000);
    send('SIGCONT');
  };
  await Promise.all([resume(), checkHealth(), ...Array.from({ length: 40 }, readChanges)]);

  const resumedAt = performance.now();
  await waitUntil(
    'the server is ready again',
    async () => (await measureGet('/health/ready')).status === 200,
  );
  await load.waitForWrites(200);
  const recoveredAfter = performance.now() - resumedAt;
  if (slowest > MAX_RESPONSE_MS) violations.push(`a response took ${Math.round(slowest)} ms`);
  const { violations: loadViolations, pages } = await load.finish(db);
  return {
    violations: [...violations, ...findErrors(server), ...loadViolations],
    figures: {
      'frozen for, s': seconds,
      writes: load.writes.length,
      pages,
      '503 responses': rejected,
      'slowest response, ms': Math.round(slowest),
      'working again after, ms': Math.round(recoveredAfter),
    },
  };
};
