import type { DatabaseConnection } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createActors } from '#service/identity/actors.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTestTenant, deploy, openPool } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors, type ServerProcess, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { writeInTransactions } from './write-in-transactions.ts';

const HTTP_WRITERS = 6;
const TRANSACTION_WRITERS = 6;
const REPORT_EVERY_MS = 5_000;
const FROZEN_MS = 2_000;

/**
 * Runs twelve writers, half of which use transactions that are held open or aborted at random, and three
 * readers that alternate between two servers, so both servers number pending changes (R7). With `freezes`,
 * one of the servers is suspended from time to time, at any point in its work.
 */
export const raceFeed = async (
  cleanup: Cleanup,
  {
    seconds,
    seed,
    freezes,
    databaseUrl,
  }: { seconds: number; seed: number; freezes: boolean; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup, databaseUrl);
  const servers = [await startServer(cleanup, deployment), await startServer(cleanup, deployment)] as const;
  const pool = openPool(cleanup, deployment.connection, TRANSACTION_WRITERS);
  const { db } = pool;
  const tenant = await createTestTenant(db);
  const actor = (await createActors(db, Date.now).find(tenant.tokens.erp))!;
  await openSnapshot(cleanup, deployment.connection);

  const serverUrls = createServerUrls(...servers.map(({ url }) => url));
  const load = startLoad(cleanup, { serverUrls, tenant, writers: HTTP_WRITERS, seed });
  const stop = new AbortController();
  cleanup.defer(() => stop.abort());
  const writing = Promise.all(
    Array.from({ length: TRANSACTION_WRITERS }, (_, index) =>
      writeInTransactions(
        {
          name: `slow${index}`,
          db,
          actor,
          random: createRandom(seed + 100 + index),
          // Waits long enough for every reader to read another page.
          hold: async () => {
            for (let page = 0; page < 4; page++) await load.waitForPage();
          },
          afterChange: async () => {},
          onWrite: (write) => void load.writes.push(write),
        },
        stop.signal,
      ),
    ),
  );
  writing.catch(() => undefined);

  const end = performance.now() + seconds * 1_000;
  for (let reportedAt = performance.now(); performance.now() < end; ) {
    await load.waitForWrites(freezes ? 300 : 20);
    if (freezes) await freeze(servers[1], FROZEN_MS);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    onProgress(
      `${load.writes.length} writes, ${Math.max(0, Math.round((end - reportedAt) / 1_000))} s to go`,
    );
  }
  stop.abort();
  const counts = await writing;
  const { violations, pages } = await load.finish(db);
  const sum = (count: 'held' | 'aborted') =>
    counts.reduce((total, writerCounts) => total + writerCounts[count], 0);
  return {
    violations: [...violations, ...servers.flatMap(findErrors)],
    figures: {
      writes: load.writes.length,
      deletions: load.writes.filter(({ isDeletion }) => isDeletion).length,
      'held open': sum('held'),
      aborted: sum('aborted'),
      pages,
    },
  };
};

/** Opens a long-running snapshot before all writes so VACUUM cannot remove old rows from the queue. */
const openSnapshot = async (cleanup: Cleanup, connection: DatabaseConnection): Promise<void> => {
  const { db } = openPool(cleanup, connection, 1);
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  cleanup.defer(async () => void (await snapshot.rollback().execute()));
  await run(snapshot, 'set idle_in_transaction_session_timeout = 0', []);
  await run(snapshot, 'select count(*) from feed', []);
};

const freeze = async ({ pid }: ServerProcess, forMs: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  try {
    const thawAt = performance.now() + forMs;
    await waitUntil('the end of the freeze', () => performance.now() > thawAt);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};
