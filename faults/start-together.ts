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
import { createTaskBody } from './task-revisions.ts';

/**
 * Starts two servers at the same time on an empty deployment. The schema is created only once, both servers serve
 * the same data, and PostgreSQL stops along with the last server.
 */
export const startTogether = async (
  cleanup: Cleanup,
  { databaseUrl }: { databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const deployment = await deploy(cleanup, databaseUrl);
  const [firstServer, secondServer] = await Promise.all([
    startServer(cleanup, deployment),
    startServer(cleanup, deployment),
  ]);
  const violations: string[] = [];
  const migrations = await readMigrations();
  for (const { number, name } of migrations) {
    const line = `Migrating the database: ${number} ${name}`;
    const count = [...firstServer.log, ...secondServer.log].filter(({ msg }) => msg === line).length;
    if (count !== 1) violations.push(`migration ${number} was applied ${count} times`);
  }
  const { db, close } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  onProgress('both servers are ready');

  let entryCount = 0;
  for (const [index, [writer, reader]] of [
    [firstServer, secondServer],
    [secondServer, firstServer],
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

  const { code: firstCode } = await firstServer.stop();
  await createTenantCaller(secondServer.url, tenant, 'erp').task(
    'post',
    createTaskBody('after the first has stopped', 1),
  );
  // The embedded PostgreSQL would terminate connections that are still open when it stops.
  await close();
  const { code: secondCode } = await secondServer.stop();
  if (firstCode !== 0 || secondCode !== 0) violations.push(`exit codes ${firstCode} and ${secondCode}`);
  if ((await findPostmaster(deployment)) !== undefined) violations.push('PostgreSQL is still running');
  return {
    violations: [...violations, ...findErrors(firstServer), ...findErrors(secondServer)],
    figures: { migrations: migrations.length },
  };
};
