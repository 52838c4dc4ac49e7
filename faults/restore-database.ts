import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { dropDatabase } from '#service/testing/drop-database.ts';
import {
  type Cleanup,
  createTenantCaller,
  createTestTenant,
  type Deployment,
  deploy,
  openPool,
  type TestTenant,
  withDatabaseName,
} from './deployment.ts';
import { FEED_START, followFeed, type SavedToken } from './follow-feed.ts';
import { findViolations } from './history-checker.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { createTaskBody, readTables } from './task-revisions.ts';

/**
 * Makes a backup, continues to write, restores the backup and then writes different data (decision C6). Tokens
 * from before the backup remain valid. A token from after the backup, whose changes are lost, gets the whole feed.
 * New tokens are higher than all old ones.
 */
export const restoreDatabase = async (
  cleanup: Cleanup,
  { tasks, databaseUrl }: { tasks: number; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const serverUrl = databaseUrl ?? (await startPostgres(cleanup));
  const deployment = await deploy(cleanup, serverUrl);
  const databaseName = new URL(deployment.databaseUrl!.replace('@/', '@host/')).pathname.slice(1);
  const backupName = `${databaseName}_backup`;
  const serverDb = openPool(cleanup, { connectionString: serverUrl }).db;
  cleanup.defer(() => dropDatabase(serverDb, backupName));
  const copyDatabase = (from: string, to: string) =>
    sql`create database ${sql.id(to)} template ${sql.id(from)}`.execute(serverDb);

  let tenant: TestTenant | undefined;
  const violations: string[] = [];
  /**
   * Starts a server, writes tasks and follows the saved tokens. Returns the last token, and for each saved token,
   * the number of tasks that it returned.
   */
  const runServer = async (
    phase: string,
  ): Promise<{ lastToken: SavedToken; taskCounts: Map<string, number> }> => {
    await using serverCleanup = new AsyncDisposableStack();
    const server = await startServer(serverCleanup, deployment);
    const { db } = openPool(serverCleanup, deployment.connection);
    tenant ??= await createTestTenant(db);
    const erp = createTenantCaller(server.url, tenant, 'erp');
    for (let task = 0; task < tasks; task++) await erp.task('post', createTaskBody(`${phase} ${task}`, 1));
    if (phase !== 'before') await erp.task('put', createTaskBody('before 0', 2));

    const serverUrls = createServerUrls(server.url);
    const getCaller = async () => createTenantCaller(await serverUrls.pick(), tenant!, 'erp');
    const follow = (from: SavedToken) =>
      followFeed({ reader: `the reader in phase "${phase}"`, getCaller, from }, AbortSignal.abort());
    const tables = await readTables(db, tenant.organisation.tenantId);
    const taskCounts = new Map<string, number>();
    for (const [reader, token] of savedTokens) {
      const reading = await follow(token);
      taskCounts.set(
        reader,
        new Set(reading.pages.flatMap(({ entries }) => entries.map(({ entity }) => entity))).size,
      );
      if (reader !== 'lost' && reading.pages[0]!.nextToken < token.token)
        violations.push(`${reader}: token decreased`);
    }
    const fromStart = await follow(FEED_START);
    violations.push(
      ...findViolations({ writes: [], readings: [fromStart], tables }).map(({ message }) => message),
      ...findErrors(server),
    );
    return {
      lastToken: { token: fromStart.pages.at(-1)!.nextToken, issuedAt: performance.now() },
      taskCounts,
    };
  };
  const savedTokens = new Map<string, SavedToken>();

  const firstRun = await runServer('before');
  await copyDatabase(databaseName, backupName);
  onProgress('backed up');
  const lostRun = await runServer('lost');
  savedTokens.set('before', firstRun.lastToken).set('lost', lostRun.lastToken);
  await dropDatabase(serverDb, databaseName);
  await copyDatabase(backupName, databaseName);
  onProgress('restored');
  const restoredRun = await runServer('restored');
  checkTaskCount(violations, restoredRun.taskCounts, 'before', tasks + 1);
  checkTaskCount(violations, restoredRun.taskCounts, 'lost', 2 * tasks);
  if (restoredRun.lastToken.token <= lostRun.lastToken.token)
    violations.push('new tokens are not higher than those from the lost history');

  // Without a restore, the reader continues from its token.
  savedTokens.clear();
  savedTokens.set('restored', restoredRun.lastToken);
  const secondRestoredRun = await runServer('again');
  checkTaskCount(violations, secondRestoredRun.taskCounts, 'restored', tasks + 1);
  return { violations, figures: { 'tasks per server': tasks } };
};

const checkTaskCount = (
  violations: string[],
  taskCounts: Map<string, number>,
  token: string,
  expectedCount: number,
) => {
  const actualCount = taskCounts.get(token);
  if (actualCount !== expectedCount)
    violations.push(`the token "${token}" returned ${actualCount} tasks instead of ${expectedCount}`);
};

/** Starts a PostgreSQL server that does not depend on the Ronda servers, so that its databases can be replaced. */
const startPostgres = async (cleanup: Cleanup): Promise<string> => {
  const { dataDir }: Deployment = await deploy(cleanup);
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: () => {} },
  });
  cleanup.defer(stop);
  return withDatabaseName(`postgres://${connection.user}@/?host=${connection.host}`, connection.database);
};
