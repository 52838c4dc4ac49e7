import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConnection } from '#service/database/connect.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';

/** Enough for the service, its workers and the baseline. */
const MAX_CONNECTIONS = 200;

export type BenchDatabase = { connection: DatabaseConnection; close(): Promise<void> };

/** Opens a temporary database, on the given server or in an embedded PostgreSQL in a temporary folder. */
export const openBenchDatabase = (databaseUrl: string | undefined): Promise<BenchDatabase> =>
  databaseUrl === undefined ? startEmbeddedDatabase() : createDatabaseOnServer(databaseUrl);

const startEmbeddedDatabase = async (): Promise<BenchDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-bench-'));
  const log = { info: () => {}, warn: () => {} };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log, maxConnections: MAX_CONNECTIONS });
  return {
    connection,
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
};

const createDatabaseOnServer = async (databaseUrl: string): Promise<BenchDatabase> => {
  const name = `ronda_bench_${randomBytes(6).toString('hex')}`;
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await execute(`create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    connection: { connectionString: url.href },
    close: () => execute(`drop database ${name}`),
  };
};
