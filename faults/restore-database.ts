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
import { FROM_THE_START, followFeed, type SavedToken } from './follow-feed.ts';
import { findViolations } from './history-checker.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { createTaskBody, readTables } from './task-view.ts';

/**
 * Makes a backup, continues to write, restores the backup and writes different data (decision C6). Tokens
 * from before the backup remain valid, a token from the lost history gets the whole feed, and new tokens are
 * higher than all old ones.
 */
export const restoreDatabase = async (
  cleanup: Cleanup,
  { tasks, databaseUrl }: { tasks: number; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const postgres = databaseUrl ?? (await startPostgres(cleanup));
  const deployment = await deploy(cleanup, postgres);
  const name = new URL(deployment.databaseUrl!.replace('@/', '@host/')).pathname.slice(1);
  const backup = `${name}_backup`;
  const maintenance = openPool(cleanup, { connectionString: postgres }).db;
  cleanup.defer(() => dropDatabase(maintenance, backup));
  const copy = (from: string, to: string) =>
    sql`create database ${sql.id(to)} template ${sql.id(from)}`.execute(maintenance);

  let tenant: TestTenant | undefined;
  const violations: string[] = [];
  /**
   * Starts a server, writes tasks and follows the saved tokens. Returns the last token, and task counts per
   * token.
   */
  const runServer = async (prefix: string): Promise<{ saved: SavedToken; followed: Map<string, number> }> => {
    await using serverCleanup = new AsyncDisposableStack();
    const server = await startServer(serverCleanup, deployment);
    const { db } = openPool(serverCleanup, deployment.connection);
    tenant ??= await createTestTenant(db);
    const erp = createTenantCaller(server.url, tenant, 'erp');
    for (let task = 0; task < tasks; task++) await erp.task('post', createTaskBody(`${prefix} ${task}`, 1));
    if (prefix !== 'before') await erp.task('put', createTaskBody('before 0', 2));

    const serverUrls = createServerUrls(server.url);
    const caller = async () => createTenantCaller(await serverUrls.pick(), tenant!, 'erp');
    const follow = (from: SavedToken) =>
      followFeed({ reader: `the reader in phase "${prefix}"`, caller, from }, AbortSignal.abort());
    const tables = await readTables(db, tenant.organisation.tenantId);
    const followed = new Map<string, number>();
    for (const [reader, token] of saved) {
      const reading = await follow(token);
      followed.set(
        reader,
        new Set(reading.pages.flatMap(({ entries }) => entries.map(({ entity }) => entity))).size,
      );
      if (reader !== 'lost' && reading.pages[0]!.nextToken < token.token)
        violations.push(`${reader}: token decreased`);
    }
    const fromStart = await follow(FROM_THE_START);
    violations.push(
      ...findViolations({ writes: [], readings: [fromStart], tables }).map(({ message }) => message),
      ...findErrors(server),
    );
    return { saved: { token: fromStart.pages.at(-1)!.nextToken, since: performance.now() }, followed };
  };
  const saved = new Map<string, SavedToken>();

  const before = await runServer('before');
  await copy(name, backup);
  onProgress('backed up');
  const lost = await runServer('lost');
  saved.set('before', before.saved).set('lost', lost.saved);
  await dropDatabase(maintenance, name);
  await copy(backup, name);
  onProgress('restored');
  const restored = await runServer('restored');
  expectCount(violations, restored.followed, 'before', tasks + 1);
  expectCount(violations, restored.followed, 'lost', 2 * tasks);
  if (restored.saved.token <= lost.saved.token)
    violations.push('new tokens are not higher than those from the lost history');

  // Without a restore, the reader continues from its token.
  saved.clear();
  saved.set('restored', restored.saved);
  const again = await runServer('again');
  expectCount(violations, again.followed, 'restored', tasks + 1);
  return { violations, figures: { 'tasks per server': tasks } };
};

const expectCount = (
  violations: string[],
  followed: Map<string, number>,
  token: string,
  expected: number,
) => {
  const actual = followed.get(token);
  if (actual !== expected)
    violations.push(`the token "${token}" returned ${actual} tasks instead of ${expected}`);
};

/** Starts a PostgreSQL that is independent of the servers so its databases can be replaced. */
const startPostgres = async (cleanup: Cleanup): Promise<string> => {
  const { dataDir }: Deployment = await deploy(cleanup);
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: () => {} },
  });
  cleanup.defer(stop);
  return withDatabaseName(`postgres://${connection.user}@/?host=${connection.host}`, connection.database);
};
