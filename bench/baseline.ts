import fastify from 'fastify';
import pg from 'pg';

import type { DatabaseConnection } from '#service/database/connect.ts';
import { receiveStartData, reportReady } from './child-process.ts';
import { comparisons } from './comparisons.ts';
import type { Fixture } from './fixture.ts';

/*
 * The baseline for the service: the smallest possible server that returns the same responses, byte for byte. It has a
 * plain Fastify handler, the same pool size, and one named prepared statement per request. It does not check tokens,
 * permissions or values. Each comparison defines its own handler.
 */

/** The same size as the service's pool (service/commands/open-database.ts). */
const POOL_SIZE = 16;

const { connection, fixture } = await receiveStartData<{
  connection: DatabaseConnection;
  fixture: Fixture;
}>();
const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
const app = fastify();
for (const { baseline } of comparisons) baseline(app, pool, fixture);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
reportReady({ url }, async () => {
  await app.close();
  await pool.end();
});
