import { createAddresses } from './addresses.ts';
import { castIn, deploy, openPool, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { randomFrom } from './random.ts';
import { errorsOf, startServer } from './server-process.ts';

/** kill -9 of the server at random moments under write load, and a new one on the same data (R1). */
export const killServer = async (
  stage: Stage,
  { rounds, seed, databaseUrl }: { rounds: number; seed: number; databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage, databaseUrl);
  let server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const addresses = createAddresses(server.url);
  const load = startLoad(stage, { addresses, cast, writers: 12, seed });
  const random = randomFrom(seed);
  const violations: string[] = [];
  let slowestStart = 0;

  for (let round = 1; round <= rounds; round++) {
    await load.acknowledged(100 + Math.floor(random() * 200));
    addresses.close(server.url);
    await server.kill();
    violations.push(...errorsOf(server));
    server = await startServer(stage, deployment);
    addresses.open(server.url);
    slowestStart = Math.max(slowestStart, server.readyAfter);
    tell(`killed ${round} of ${rounds}, ready again after ${Math.round(server.readyAfter)} ms`);
  }
  await load.acknowledged(100);
  const { violations: found, pages } = await load.finish(db);
  return {
    violations: [...violations, ...errorsOf(server), ...found],
    figures: {
      kills: rounds,
      writes: load.writes.length,
      pages,
      'slowest start, ms': Math.round(slowestStart),
    },
  };
};
