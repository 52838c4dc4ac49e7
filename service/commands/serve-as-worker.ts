import { once } from 'node:events';
import type { Config } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { isDistributed } from '#service/database/distribute.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { checkDatabaseIdentity } from './check-database-identity.ts';
import type { Log } from './log.ts';
import { connectMaintenance, connectPool } from './open-database.ts';
import type { MetricsRequest, WorkerMessage } from './run-workers.ts';
import { serve } from './serve.ts';
import { waitForShutdown } from './wait-for-shutdown.ts';

/** The counterpart of `runWorkers` in a worker. */
export const serveAsWorker = async (config: Config, log: Log): Promise<void> => {
  const shutdown = waitForShutdown(log);
  const send = (message: WorkerMessage) => process.send?.(message);
  const firstMessage = once(process, 'message');
  send('listening');
  const [connection] = (await firstMessage) as [DatabaseConnection];
  const maintenance = connectMaintenance(connection, log);
  const pool = connectPool(connection, log, {
    verify: checkDatabaseIdentity(maintenance.db, log),
    plansForValues: await isDistributed(maintenance.db),
  });
  // Without its primary, the worker would outlive the database.
  const stop = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', stop);
  try {
    const service = await serve(pool, { config, passwords: createPasswordHasher(), log });
    send({ url: service.url });
    process.on('message', async ({ requestId }: MetricsRequest) => {
      send({ requestId, metrics: await service.readMetrics() });
    });
    await shutdown;
    await service.close();
  } finally {
    await pool.close();
    await maintenance.close();
    process.off('disconnect', stop);
    // The open channel to the primary would keep this process alive.
    process.disconnect?.();
  }
};
