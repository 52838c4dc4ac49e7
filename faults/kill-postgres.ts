import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, findPostmaster } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { startSystem } from './start-system.ts';

/**
 * Kills PostgreSQL with SIGKILL under load. The server returns 503 until it has recovered, which requires no
 * intervention (R2).
 */
export const killPostgres = async (
  cleanup: Cleanup,
  { rounds, seed }: { rounds: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { deployment, server, db, tenant } = await startSystem(cleanup);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 12, seed });
  const caller = createTenantCaller(server.url, tenant, 'erp');
  const violations: string[] = [];
  /** If there is no response, throws an error that includes the errors in the server's log. */
  const get = (path: string) =>
    caller.get(path).catch((error: unknown) => {
      throw new Error(`no response from ${path}: ${findErrors(server).join('\n')}`, { cause: error });
    });
  let [rejectedCount, slowestMs] = [0, 0];

  for (let round = 1; round <= rounds; round++) {
    await load.waitForWrites(200);
    process.kill((await findPostmaster(deployment))!, 'SIGKILL');
    const killedAt = performance.now();
    await waitUntil('the server is not ready', async () => (await get('/health/ready')).status === 503);
    const liveResponse = await get('/health/live');
    if (liveResponse.status !== 200)
      violations.push(`/health/live returned ${liveResponse.status} without PostgreSQL`);
    await waitUntil('the server is ready again', async () => {
      const { status, headers, body } = await get('/api/services/custom/externaltask/GetChanges');
      if (status === 200 && body.success) return true;
      rejectedCount++;
      const isClear = status === 503 && headers.get('retry-after') !== null && body.success === false;
      if (!isClear) violations.push(`without PostgreSQL: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      return false;
    });
    const durationMs = performance.now() - killedAt;
    slowestMs = Math.max(slowestMs, durationMs);
    onProgress(`killed ${round} of ${rounds}, working again after ${Math.round(durationMs)} ms`);
  }
  await load.waitForWrites(200);
  if (server.hasExited()) violations.push('the server has exited');
  const { violations: loadViolations, pages } = await load.finish(db);
  return {
    violations: [...violations, ...findErrors(server), ...loadViolations],
    figures: {
      kills: rounds,
      writes: load.writes.length,
      pages,
      '503 responses': rejectedCount,
      'slowest recovery, ms': Math.round(slowestMs),
    },
  };
};
