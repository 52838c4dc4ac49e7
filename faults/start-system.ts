import { type Cleanup, createTestTenant, deploy, openPool } from './deployment.ts';
import { startServer } from './server-process.ts';

export const startSystem = async (
  cleanup: Cleanup,
  { databaseUrl, workers = 1 }: { databaseUrl?: string | undefined; workers?: number } = {},
) => {
  const deployment = await deploy(cleanup, databaseUrl);
  const server = await startServer(cleanup, deployment, { workers });
  const { db, close } = openPool(cleanup, deployment.connection);
  return { deployment, server, db, close, tenant: await createTestTenant(db) };
};
