import { createLog } from '#service/commands/log.ts';
import { connectPool } from '#service/commands/open-database.ts';
import { serve } from '#service/commands/serve.ts';
import { readConfig } from '#service/config.ts';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { receiveStartData, reportReady } from './child-process.ts';

/* Starts the service on a prepared database, the way an operator would. */

const { connection } = await receiveStartData<{ connection: DatabaseConnection }>();
const log = createLog('warn');
const database = connectPool(connection, log);
const service = await serve(database, {
  config: readConfig({ PORT: '0', LOG_LEVEL: 'warn' }),
  passwords: createPasswordHasher(),
  version: 'bench',
  log,
});
reportReady({ url: service.url }, async () => {
  await service.close();
  await database.close();
});
