import { createAddresses } from './addresses.ts';
import { callerAt, castIn, deploy, openPool, postmasterOf, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { until } from './until.ts';

/** kill -9 of PostgreSQL under load: the server says 503 meanwhile and goes on by itself (R2). */
export const killPostgres = async (
  stage: Stage,
  { rounds, seed }: { rounds: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const load = startLoad(stage, { addresses: createAddresses(server.url), cast, writers: 12, seed });
  const caller = callerAt(server.url, cast, 'erp');
  const violations: string[] = [];
  /** Throws what the server complained of, when it is no more. */
  const get = (path: string) =>
    caller.get(path).catch((error: unknown) => {
      throw new Error(`${path} had no answer: ${errorsOf(server).join('\n')}`, { cause: error });
    });
  let [refused, slowest] = [0, 0];

  for (let round = 1; round <= rounds; round++) {
    await load.acknowledged(200);
    process.kill((await postmasterOf(deployment))!, 'SIGKILL');
    const killedAt = performance.now();
    await until('the server is not ready', async () => (await get('/health/ready')).status === 503);
    const live = await get('/health/live');
    if (live.status !== 200) violations.push(`/health/live answered ${live.status} without PostgreSQL`);
    await until('the server is ready again', async () => {
      const { status, headers, body } = await get('/api/services/custom/externaltask/GetChanges');
      if (status === 200 && body.success) return true;
      refused++;
      const isClear = status === 503 && headers.get('retry-after') !== null && body.success === false;
      if (!isClear) violations.push(`without PostgreSQL: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      return false;
    });
    const tookMs = performance.now() - killedAt;
    slowest = Math.max(slowest, tookMs);
    tell(`killed ${round} of ${rounds}, working again after ${Math.round(tookMs)} ms`);
  }
  await load.acknowledged(200);
  if (server.hasEnded()) violations.push('the server did not survive');
  const { violations: found, pages } = await load.finish(db);
  return {
    violations: [...violations, ...errorsOf(server), ...found],
    figures: {
      kills: rounds,
      writes: load.writes.length,
      pages,
      'answers 503': refused,
      'slowest recovery, ms': Math.round(slowest),
    },
  };
};
