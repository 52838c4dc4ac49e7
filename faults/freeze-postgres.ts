import { setTimeout } from 'node:timers/promises';
import { createAddresses } from './addresses.ts';
import { callerAt, castIn, childrenOf, deploy, openPool, postmasterOf, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { inTime, until } from './until.ts';

/** The longest that any time-out of the server lasts, and some more for a machine that is busy. */
const ANSWERED_WITHIN_MS = 16_000;

/**
 * PostgreSQL falls silent under load and is back later, as across a network that swallows everything (R3): nobody waits
 * longer than the time-outs, the process is alive and not ready, and afterwards everything goes on.
 */
export const freezePostgres = async (
  stage: Stage,
  { seconds, seed }: { seconds: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const load = startLoad(stage, { addresses: createAddresses(server.url), cast, writers: 12, seed });
  const caller = callerAt(server.url, cast, 'erp');
  const violations: string[] = [];
  await load.acknowledged(200);

  const postmaster = (await postmasterOf(deployment))!;
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const send = (signal: NodeJS.Signals) => {
    for (const id of processes) {
      try {
        process.kill(id, signal);
      } catch {
        // A backend that has ended meanwhile.
      }
    }
  };
  stage.defer(() => send('SIGCONT'));
  send('SIGSTOP');
  const frozenAt = performance.now();
  const frozenFor = () => performance.now() - frozenAt;
  tell(`PostgreSQL says nothing for ${seconds} s`);

  let slowest = 0;
  let refused = 0;
  const timed = async (path: string) => {
    const askedAt = performance.now();
    const answer = await inTime(path, caller.get(path));
    slowest = Math.max(slowest, performance.now() - askedAt);
    return answer;
  };
  const ask = async () => {
    while (frozenFor() < seconds * 1_000) {
      const page = await timed('/api/services/custom/externaltask/GetChanges');
      if (page.status === 503 && page.headers.get('retry-after') !== null) refused++;
      else if (frozenFor() < seconds * 1_000) violations.push(`GetChanges answered ${page.status}`);
    }
  };
  const look = async () => {
    while (frozenFor() < seconds * 1_000) {
      const live = await timed('/health/live');
      if (live.status !== 200) violations.push(`/health/live answered ${live.status}`);
      const ready = await timed('/health/ready');
      if (ready.status !== 503 && frozenFor() < seconds * 1_000) {
        violations.push(`/health/ready answered ${ready.status}`);
      }
      await setTimeout(500);
    }
  };
  const thaw = async () => {
    await setTimeout(seconds * 1_000);
    send('SIGCONT');
  };
  await Promise.all([thaw(), look(), ...Array.from({ length: 40 }, ask)]);

  const thawedAt = performance.now();
  await until('the server is ready again', async () => (await timed('/health/ready')).status === 200);
  await load.acknowledged(200);
  const recoveredAfter = performance.now() - thawedAt;
  if (slowest > ANSWERED_WITHIN_MS) violations.push(`an answer took ${Math.round(slowest)} ms`);
  const { violations: found, pages } = await load.finish(db);
  return {
    violations: [...violations, ...errorsOf(server), ...found],
    figures: {
      'seconds of silence': seconds,
      writes: load.writes.length,
      pages,
      'answers 503': refused,
      'slowest answer, ms': Math.round(slowest),
      'working again after, ms': Math.round(recoveredAfter),
    },
  };
};
