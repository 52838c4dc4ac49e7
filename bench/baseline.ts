import fastify from 'fastify';
import pg from 'pg';

import type { DatabaseConnection } from '#service/database/connect.ts';
import { receiveStartData, reportReady } from './child-process.ts';
import { comparisons } from './comparisons.ts';
import type { Fixture } from './fixture.ts';

/*
 * The baseline for the service: the smallest possible server that returns the same responses, byte for byte. Each
 * comparison defines a plain Fastify handler that executes one named prepared statement per request. The baseline uses
 * the service's pool size, but checks no tokens, permissions or values.
 */

/** The same size as the service's pool (service/commands/open-database.ts). */
const POOL_SIZE = 16;

const { connection, fixture } = await receiveStartData<{
  connection: DatabaseConnection;
  fixture: Fixture;
}>();
const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
const app = fastify();
for (const { registerBaseline } of comparisons) registerBaseline(app, pool, fixture);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
reportReady({ url }, async () => {
  await app.close();
  await pool.end();
});
