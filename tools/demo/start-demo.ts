import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { connect } from '#service/database/connect.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';

/** A Tuesday, so that the board shows a week with both completed and planned days. */
const NOW = '2026-06-09T08:20:00Z';
const READY_PATTERN = /^Ronda is ready at (http:\/\/\S+)$/;

export type Demo = {
  url: string;
  /** The password of all users. */
  password: string;
  clientSecret: string;
  /** How far the clocks of the service and its database are ahead, in milliseconds. */
  clockOffset: number;
  stop(): Promise<void>;
};

/** Starts the demo in a temporary folder, always with the same date and time. */
export const startDemo = async (): Promise<Demo> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-demo-'));
  const clockOffset = Date.parse(NOW) - Date.now();
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } });
  await shiftDatabaseClock(postgres.connection, clockOffset);

  const root = resolve(import.meta.dirname, '../..');
  const clockModule = pathToFileURL(join(import.meta.dirname, 'import-shifted-clock.ts'));
  clockModule.searchParams.set('offset', String(clockOffset));
  const server = spawn(process.execPath, ['--import', clockModule.href, 'service/ronda.js', 'demo'], {
    cwd: root,
    // Does not inherit this process's environment: its DATABASE_URL may point to a real database.
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exitPromise = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await exitPromise;
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const readSecret = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  for await (const line of createInterface({ input: server.stdout })) {
    const url = READY_PATTERN.exec(line)?.[1];
    if (url === undefined) continue;
    server.stdout.resume();
    const password = await readSecret('demo-password');
    const clientSecret = await readSecret('demo-client-secret');
    return { url, password, clientSecret, clockOffset, stop };
  }
  await stop();
  throw new Error(`The demo exited with ${server.exitCode ?? server.signalCode} before it was ready.`);
};

/** The functions replace the built-in ones in statements, and in the defaults of tables created later. */
const shiftDatabaseClock = async (connection: Parameters<typeof connect>[0], offset: number) => {
  const { db, close } = connect(connection, { poolSize: 1, onError: () => {} });
  for (const name of ['now', 'clock_timestamp'])
    await sql
      .raw(`create function public.${name}() returns timestamptz stable language sql
              return pg_catalog.${name}() + interval '${offset} milliseconds'`)
      .execute(db);
  await sql.raw('alter database ronda set search_path = public, pg_catalog').execute(db);
  await close();
};
