import type { Cleanup } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { startSystem } from './start-system.ts';

/** Kills the server with SIGKILL at random moments under write load, and restarts it on the same data (R1). */
export const killServer = async (
  cleanup: Cleanup,
  { rounds, seed, databaseUrl }: { rounds: number; seed: number; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const system = await startSystem(cleanup, { databaseUrl });
  const { deployment, db, tenant } = system;
  let { server } = system;
  const serverUrls = createServerUrls(server.url);
  const load = startLoad(cleanup, { serverUrls, tenant, writers: 12, seed });
  const random = createRandom(seed);
  const violations: string[] = [];
  let slowestStart = 0;

  for (let round = 1; round <= rounds; round++) {
    await load.waitForWrites(100 + Math.floor(random() * 200));
    serverUrls.remove(server.url);
    await server.kill();
    violations.push(...findErrors(server));
    server = await startServer(cleanup, deployment);
    serverUrls.add(server.url);
    slowestStart = Math.max(slowestStart, server.readyAfterMs);
    onProgress(`killed ${round} of ${rounds}, ready again after ${Math.round(server.readyAfterMs)} ms`);
  }
  await load.waitForWrites(100);
  const { violations: loadViolations, pages } = await load.finish(db);
  return {
    violations: [...violations, ...findErrors(server), ...loadViolations],
    figures: {
      kills: rounds,
      writes: load.writes.length,
      pages,
      'slowest start, ms': Math.round(slowestStart),
    },
  };
};
