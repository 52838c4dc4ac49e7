import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';

/**
 * Drops a database to which servers may still be connected. For an ordinary role, `with (force)` fails while autovacuum
 * is running in the database ("permission denied to terminate process"). A plain drop stops autovacuum and waits up to
 * five seconds for other connections to close.
 */
export const dropDatabase = async (maintenance: Database, name: string): Promise<void> => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user
  `.execute(maintenance);
  await sql`drop database if exists ${sql.id(name)}`.execute(maintenance);
};
