import { readMigrations } from '#service/database/migrate.ts';
import {
  type Cleanup,
  createTenantCaller,
  createTestTenant,
  deploy,
  findPostmaster,
  openPool,
} from './deployment.ts';
import { formatToken, readPage } from './follow-feed.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createTaskBody } from './task-view.ts';

/**
 * Starts two servers concurrently without any data. The schema is created once, both serve the same data, and
 * PostgreSQL stops along with the last server.
 */
export const startTogether = async (
  cleanup: Cleanup,
  { databaseUrl }: { databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup, databaseUrl);
  const [first, second] = await Promise.all([
    startServer(cleanup, deployment),
    startServer(cleanup, deployment),
  ]);
  const violations: string[] = [];
  const migrations = await readMigrations();
  for (const { number, name } of migrations) {
    const line = `Migrating the database: ${number} ${name}`;
    const count = [...first.log, ...second.log].filter(({ msg }) => msg === line).length;
    if (count !== 1) violations.push(`migration ${number} was applied ${count} times`);
  }
  const { db, close } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  onProgress('both servers are ready');

  let entryCount = 0;
  for (const [index, [writer, reader]] of [
    [first, second],
    [second, first],
  ].entries()) {
    await createTenantCaller(writer!.url, tenant, 'erp').task(
      'post',
      createTaskBody(`from server ${index}`, 1),
    );
    const page = await readPage(createTenantCaller(reader!.url, tenant, 'erp'), formatToken(0n));
    entryCount = page?.entries.length ?? 0;
    if (entryCount !== index + 1)
      violations.push(`server ${1 - index} shows ${entryCount} of ${index + 1} tasks`);
  }

  const { code: firstCode } = await first.stop();
  await createTenantCaller(second.url, tenant, 'erp').task(
    'post',
    createTaskBody('after the first has stopped', 1),
  );
  // Any open connections would be terminated when the embedded PostgreSQL stops.
  await close();
  const { code: secondCode } = await second.stop();
  if (firstCode !== 0 || secondCode !== 0) violations.push(`exit codes ${firstCode} and ${secondCode}`);
  if ((await findPostmaster(deployment)) !== undefined) violations.push('PostgreSQL is still running');
  return {
    violations: [...violations, ...findErrors(first), ...findErrors(second)],
    figures: { migrations: migrations.length },
  };
};
