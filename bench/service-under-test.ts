import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLog } from '#service/commands/log.ts';
import { connectPool } from '#service/commands/open-database.ts';
import { serve } from '#service/commands/serve.ts';
import { readConfig } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { receiveStartData, reportReady } from './child-process.ts';

/* Starts the service on a prepared database, the way an operator would. Reports its state when asked to. */

export type ServiceState = {
  /** In milliseconds, since the last reset. */
  eventLoopDelayP99: number;
  /** The number of connections of the pool that are in use. */
  usedConnections: number;
};

/** The delay is measured with a timer, whose interval the histogram includes. */
const TIMER_INTERVAL_MS = 10;

const { connection } = await receiveStartData<{ connection: DatabaseConnection }>();
const log = createLog('warn');
const database = connectPool(connection, log);
const service = await serve(database, {
  config: readConfig({ PORT: '0', LOG_LEVEL: 'warn' }),
  passwords: createPasswordHasher(),
  log,
});
const delays = monitorEventLoopDelay({ resolution: TIMER_INTERVAL_MS });
delays.enable();
process.on('message', (message: 'reset' | 'read') => {
  const { total, idle } = database.getLoad();
  const eventLoopDelayP99 = Math.max(0, delays.percentile(99) / 1e6 - TIMER_INTERVAL_MS);
  if (message === 'reset') delays.reset();
  process.send!({ eventLoopDelayP99, usedConnections: total - idle } satisfies ServiceState);
});
reportReady({ url: service.url }, async () => {
  await service.close();
  await database.close();
});
