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

const HTTP_WRITER_COUNT = 6;
const TRANSACTION_WRITER_COUNT = 6;
const REPORT_INTERVAL_MS = 5_000;
const SUSPENDED_MS = 2_000;

/**
 * Runs twelve writers, half of which use transactions that are held open or aborted at random. Three readers
 * alternate between two servers, so that both servers assign feed positions to pending changes (R7). With
 * `shouldFreezeServer`, one of the servers is suspended from time to time, at any point in its work.
 */
export const raceFeed = async (
  cleanup: Cleanup,
  {
    seconds,
    seed,
    shouldFreezeServer,
    databaseUrl,
  }: { seconds: number; seed: number; shouldFreezeServer: boolean; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup, databaseUrl);
  const servers = [await startServer(cleanup, deployment), await startServer(cleanup, deployment)] as const;
  const pool = openPool(cleanup, deployment.connection, TRANSACTION_WRITER_COUNT);
  const { db } = pool;
  const tenant = await createTestTenant(db);
  const actor = (await createActors(db, Date.now).find(tenant.tokens.erp))!;
  await openSnapshot(cleanup, deployment.connection);

  const serverUrls = createServerUrls(...servers.map(({ url }) => url));
  const load = startLoad(cleanup, { serverUrls, tenant, writers: HTTP_WRITER_COUNT, seed });
  const stopController = new AbortController();
  cleanup.defer(() => stopController.abort());
  const writePromise = Promise.all(
    Array.from({ length: TRANSACTION_WRITER_COUNT }, (_, index) =>
      writeInTransactions(
        {
          name: `slow${index}`,
          db,
          actor,
          random: createRandom(seed + 100 + index),
          // Waits until every reader has had time to read another page.
          hold: async () => {
            for (let page = 0; page < 4; page++) await load.waitForPage();
          },
          afterChange: async () => {},
          onWrite: (write) => void load.writes.push(write),
        },
        stopController.signal,
      ),
    ),
  );
  writePromise.catch(() => undefined);

  const endsAt = performance.now() + seconds * 1_000;
  for (let reportedAt = performance.now(); performance.now() < endsAt; ) {
    await load.waitForWrites(shouldFreezeServer ? 300 : 20);
    if (shouldFreezeServer) await suspendServer(servers[1], SUSPENDED_MS);
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) continue;
    reportedAt = performance.now();
    onProgress(
      `${load.writes.length} writes, ${Math.max(0, Math.round((endsAt - reportedAt) / 1_000))} s to go`,
    );
  }
  stopController.abort();
  const writerCounts = await writePromise;
  const { violations, pages } = await load.finish(db);
  const sum = (name: 'held' | 'aborted') => writerCounts.reduce((total, counts) => total + counts[name], 0);
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

/** Opens a long-running snapshot before all writes, so that VACUUM cannot remove old rows from the queue. */
const openSnapshot = async (cleanup: Cleanup, connection: DatabaseConnection): Promise<void> => {
  const { db } = openPool(cleanup, connection, 1);
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  cleanup.defer(async () => void (await snapshot.rollback().execute()));
  await run(snapshot, 'set idle_in_transaction_session_timeout = 0', []);
  await run(snapshot, 'select count(*) from feed', []);
};

const suspendServer = async ({ pid }: ServerProcess, durationMs: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  try {
    const resumeAt = performance.now() + durationMs;
    await waitUntil('the end of the freeze', () => performance.now() > resumeAt);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};
