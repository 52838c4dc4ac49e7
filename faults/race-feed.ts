import type { DatabaseConnection } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createActors } from '#service/identity/actors.ts';
import { createAddresses } from './addresses.ts';
import { castIn, deploy, openPool, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { randomFrom } from './random.ts';
import { errorsOf, type ServerProcess, startServer } from './server-process.ts';
import { until } from './until.ts';
import { writeInTransactions } from './write-in-transactions.ts';

const OVER_HTTP = 6;
const IN_TRANSACTIONS = 6;
const TELL_EVERY_MS = 5_000;
const FROZEN_MS = 2_000;

/**
 * Twelve writers, half of them in transactions that are held open and aborted at random, against three readers, who
 * take turns between two server processes; so both number what is pending (R7). With `freezes`, one of the processes
 * stands still now and then, wherever it is.
 */
export const raceFeed = async (
  stage: Stage,
  {
    seconds,
    seed,
    freezes,
    databaseUrl,
  }: { seconds: number; seed: number; freezes: boolean; databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage, databaseUrl);
  const servers = [await startServer(stage, deployment), await startServer(stage, deployment)] as const;
  const pool = openPool(stage, deployment.connection, IN_TRANSACTIONS);
  const { db } = pool;
  const cast = await castIn(db);
  const actor = (await createActors(db, Date.now).find(cast.tokens.erp))!;
  await openSnapshot(stage, deployment.connection);

  const addresses = createAddresses(...servers.map(({ url }) => url));
  const load = startLoad(stage, { addresses, cast, writers: OVER_HTTP, seed });
  const stop = new AbortController();
  stage.defer(() => stop.abort());
  const writing = Promise.all(
    Array.from({ length: IN_TRANSACTIONS }, (_, index) =>
      writeInTransactions(
        {
          name: `slow${index}`,
          db,
          actor,
          random: randomFrom(seed + 100 + index),
          // So long that every reader has gone on meanwhile.
          hold: async () => {
            for (let page = 0; page < 4; page++) await load.nextPage();
          },
          also: async () => {},
          onWrite: (write) => void load.writes.push(write),
        },
        stop.signal,
      ),
    ),
  );
  writing.catch(() => undefined);

  const end = performance.now() + seconds * 1_000;
  for (let toldAt = performance.now(); performance.now() < end; ) {
    await load.acknowledged(freezes ? 300 : 20);
    if (freezes) await freeze(servers[1], FROZEN_MS);
    if (performance.now() - toldAt < TELL_EVERY_MS) continue;
    toldAt = performance.now();
    tell(`${load.writes.length} writes, ${Math.max(0, Math.round((end - toldAt) / 1_000))} s to go`);
  }
  stop.abort();
  const counts = await writing;
  const { violations, pages } = await load.finish(db);
  const sum = (count: 'held' | 'aborted') => counts.reduce((total, one) => total + one[count], 0);
  return {
    violations: [...violations, ...servers.flatMap(errorsOf)],
    figures: {
      writes: load.writes.length,
      deletions: load.writes.filter(({ isDeletion }) => isDeletion).length,
      'held open': sum('held'),
      aborted: sum('aborted'),
      pages,
    },
  };
};

/** Somebody who reads for long, from before everything: old rows of the queue cannot be cleared away. */
const openSnapshot = async (stage: Stage, connection: DatabaseConnection): Promise<void> => {
  const { db } = openPool(stage, connection, 1);
  const reading = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  stage.defer(async () => void (await reading.rollback().execute()));
  await run(reading, 'set idle_in_transaction_session_timeout = 0', []);
  await run(reading, 'select count(*) from feed', []);
};

const freeze = async ({ pid }: ServerProcess, forMs: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  try {
    const thawAt = performance.now() + forMs;
    await until('the end of the standstill', () => performance.now() > thawAt);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};
