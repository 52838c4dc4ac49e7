import cluster from 'node:cluster';
import { createLog } from '#service/commands/log.ts';
import { runWorkers } from '#service/commands/run-workers.ts';
import { serveAsWorker } from '#service/commands/serve-as-worker.ts';
import { readConfig } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { receiveStartData, reportReady } from './child-process.ts';

/* Starts the service with several workers, as with WORKERS. Workers run this file too, and exit with their parent. */

const log = createLog('warn');

if (cluster.isWorker) {
  await serveAsWorker(readConfig({ PORT: '0', LOG_LEVEL: 'warn' }), log);
} else {
  const { connection, workers } = await receiveStartData<{
    connection: DatabaseConnection;
    workers: number;
  }>();
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'warn', WORKERS: String(workers) });
  const service = await runWorkers(config, connection, log);
  reportReady({ url: service.url }, service.close);
}
