import { run } from '#service/database/statement.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import {
  type Cleanup,
  createTenantCaller,
  createTestTenant,
  deploy,
  findPostmaster,
  openPool,
} from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { formatRequestHead, openConnection } from './raw-connection.ts';
import { findErrors, type ServerProcess, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { createTaskBody } from './task-revisions.ts';

/** Each edit needs a database connection, and a user can use at most six at the same time. */
const CONCURRENT_EDITS = 4;
const EXTERNAL_TASK = '/api/services/custom/externaltask';

/**
 * Sends SIGTERM under load (R4), while three kinds of requests are certain to be running: edits that wait for
 * locked rows, a request whose body is only half received, and a reader that waits for changes.
 */
export const stopServer = async (
  cleanup: Cleanup,
  { rounds, seed }: { rounds: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup);
  let server = await startServer(cleanup, deployment);
  const pool = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(pool.db);
  // This tenant has no writers, so the waiting reader receives no changes.
  const quietTenant = await createTestTenant(pool.db, 'quiet');
  const serverUrls = createServerUrls(server.url);
  const load = startLoad(cleanup, { serverUrls, tenant, writers: 6, seed });
  const violations: string[] = [];
  let slowestStop = 0;

  for (let round = 1; round <= rounds; round++) {
    // A different user from the load's: the number of connections per user is limited.
    const planner = createTenantCaller(server.url, tenant, 'coordinator');
    const externalIds = Array.from({ length: CONCURRENT_EDITS }, (_, index) => `in flight ${round}.${index}`);
    for (const externalId of externalIds) await planner.task('post', createTaskBody(externalId, 1));
    // Stopping PostgreSQL ends its connections, so every round needs a new pool.
    const { db } = openPool(cleanup, deployment.connection, 2);
    const lockingTransaction = await db.startTransaction().execute();
    // If this round fails, an open transaction would prevent its pool from closing.
    cleanup.defer(
      async () =>
        void (await lockingTransaction
          .rollback()
          .execute()
          .catch(() => undefined)),
    );
    await run(
      lockingTransaction,
      'select from task where tenant_id = $1 and external_id = any($2) for update',
      [tenant.organisation.tenantId, externalIds],
    );
    const edits = externalIds.map((externalId) =>
      planner.request('PUT', `${EXTERNAL_TASK}/put`, createTaskBody(externalId, 2)),
    );
    const waitingResponse = createTenantCaller(server.url, quietTenant, 'erp').get(
      `${EXTERNAL_TASK}/GetChanges?wait=60`,
    );
    const halfSentRequest = await openConnection(server.url);
    const body = JSON.stringify(createTaskBody(`half sent ${round}`, 1));
    const type = 'application/json';
    const head = { accessToken: tenant.tokens.erp, 'content-type': type, 'content-length': body.length };
    halfSentRequest.send(formatRequestHead(`POST ${EXTERNAL_TASK}/post`, head) + body.slice(0, 20));
    await waitUntil(
      'the edits wait for their rows',
      async () => (await countLockWaits(db)) >= CONCURRENT_EDITS,
    );

    serverUrls.remove(server.url);
    const stopping = server.stop();
    await waitUntil('the server is stopping', () => isStopping(server));
    halfSentRequest.send(body.slice(20));
    await lockingTransaction.commit().execute();
    for (const [index, edit] of edits.entries()) {
      const response = await edit.catch((error: Error) => ({ status: 0, body: { error: error.message } }));
      if (response.status !== 200 || !('success' in response.body) || !response.body.success) {
        violations.push(
          `edit ${index} was running and returned ${response.status} ${JSON.stringify(response.body)}`,
        );
      }
    }
    if ((await waitingResponse.catch(() => undefined))?.status !== 200)
      violations.push('the waiting reader got no response');
    const { status, text } = await halfSentRequest.response;
    if (status !== 200 || !text.includes('"success":true'))
      violations.push(`the half-sent body: ${status} ${text}`);
    const { code, durationMs } = await stopping;
    slowestStop = Math.max(slowestStop, durationMs);
    if (code !== 0) violations.push(`the exit code is ${code}, after ${Math.round(durationMs)} ms`);
    if ((await findPostmaster(deployment)) !== undefined) violations.push('PostgreSQL is still running');
    violations.push(...findErrors(server));
    onProgress(`stopped ${round} of ${rounds} in ${Math.round(durationMs)} ms`);

    server = await startServer(cleanup, deployment);
    serverUrls.add(server.url);
    await load.waitForWrites(50);
  }
  const { violations: loadViolations } = await load.finish(openPool(cleanup, deployment.connection).db);
  return {
    violations: [...violations, ...loadViolations],
    figures: { rounds, writes: load.writes.length, 'slowest stop, ms': Math.round(slowestStop) },
  };
};

const countLockWaits = async (db: Parameters<typeof run>[0]): Promise<number> => {
  const [row] = await run<{ count: number }>(
    db,
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and $1`,
    [true],
  );
  return row!.count;
};

const isStopping = ({ log }: ServerProcess): boolean => log.some(({ msg }) => msg === 'stopping');
