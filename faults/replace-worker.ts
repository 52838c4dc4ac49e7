import { waitUntil } from '#service/testing/wait-until.ts';
import type { Cleanup } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, type ServerProcess } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { startSystem } from './start-system.ts';

const REPLACEMENT_MESSAGE = 'a worker exited and will be replaced';

/** Repeatedly kills one of a server's two worker processes (WORKERS). Each time, the server must replace it. */
export const replaceWorker = async (
  cleanup: Cleanup,
  { rounds, seed }: { rounds: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, db, close, tenant } = await startSystem(cleanup, { workers: 2 });
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 12, seed });

  for (let round = 1; round <= rounds; round++) {
    await load.waitForWrites(150);
    const workers = listWorkers(server);
    process.kill(workers.at(-1)!, 'SIGKILL');
    await waitUntil('a new worker', () => listWorkers(server).length > workers.length);
    onProgress(`killed ${round} of ${rounds}`);
  }
  await load.waitForWrites(150);
  const { violations, pages } = await load.finish(db);
  await close();
  const { code } = await server.stop();
  if (code !== 0) violations.push(`the exit code is ${code}`);
  return {
    violations: [...violations, ...findErrors(server).filter((line) => !line.includes(REPLACEMENT_MESSAGE))],
    figures: { kills: rounds, writes: load.writes.length, pages },
  };
};

/** Returns the process IDs of all workers that have started to listen, with the newest last. */
const listWorkers = ({ log, pid }: ServerProcess): number[] =>
  [
    ...new Set(log.filter(({ msg }) => /^Server listening/.test(msg)).map((line) => line.pid as number)),
  ].filter((id) => id !== pid);
