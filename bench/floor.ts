import fastify from 'fastify';
import pg from 'pg';

import type { DatabaseConnection } from '#service/database/connect.ts';
import { givenByParent, sayReady } from './child-process.ts';
import { comparisons } from './comparisons.ts';
import type { Stage } from './stage.ts';

/*
 * The floor: what the service is measured against. The smallest honest server for the same requests and the same
 * answers, byte for byte: a bare Fastify handler, the same pool, one named prepared statement a request. It knows no
 * token, checks nothing, and names, teams and permissions are no concern of it. Each comparison shows its own handler.
 */

/** As many as the service's pool (service/commands/open-database.ts). */
const POOL_SIZE = 16;

const { connection, stage } = await givenByParent<{ connection: DatabaseConnection; stage: Stage }>();
const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
const app = fastify();
for (const { floor } of comparisons) floor(app, pool, stage);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
sayReady({ address }, async () => {
  await app.close();
  await pool.end();
});
