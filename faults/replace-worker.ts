import { createAddresses } from './addresses.ts';
import { castIn, deploy, openPool, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, type ServerProcess, startServer } from './server-process.ts';
import { until } from './until.ts';

const REPLACED = 'a worker ended and is replaced';

/** A server of two processes, one of which is killed and replaced now and then (WORKERS). */
export const replaceWorker = async (
  stage: Stage,
  { rounds, seed }: { rounds: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment, { workers: 2 });
  const { db, close } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const load = startLoad(stage, { addresses: createAddresses(server.url), cast, writers: 12, seed });

  for (let round = 1; round <= rounds; round++) {
    await load.acknowledged(150);
    const workers = workersOf(server);
    process.kill(workers.at(-1)!, 'SIGKILL');
    await until('another worker', () => workersOf(server).length > workers.length);
    tell(`killed ${round} of ${rounds}`);
  }
  await load.acknowledged(150);
  const { violations, pages } = await load.finish(db);
  await close();
  const { code } = await server.stop();
  if (code !== 0) violations.push(`the exit code is ${code}`);
  return {
    violations: [...violations, ...errorsOf(server).filter((line) => !line.includes(REPLACED))],
    figures: { kills: rounds, writes: load.writes.length, pages },
  };
};

/** Process ids of all workers that ever served, the newest last. */
const workersOf = ({ log, pid }: ServerProcess): number[] =>
  [
    ...new Set(log.filter(({ msg }) => /^Server listening/.test(msg)).map((line) => line.pid as number)),
  ].filter((id) => id !== pid);
