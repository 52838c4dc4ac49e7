import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { LIST_PACKAGES } from '#service/testing/list-loaded-packages.ts';
import { startService } from '#service/testing/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Starts a server process and lists the direct dependencies that it has loaded when it is ready. */
const listPackagesWhenReady = async (t: TestContext, workers: number): Promise<string[]> => {
  const { database } = await startService(t);
  const { host, port = 5432, user, database: name } = database.connection;
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-packages-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const server = spawn(
    process.execPath,
    ['--import', './service/testing/list-loaded-packages.ts', 'service/ronda.js', 'start'],
    {
      cwd: ROOT,
      env: {
        DATABASE_URL: `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        PORT: '0',
        WORKERS: String(workers),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  t.after(() => stop(server));
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.startsWith('Ronda is ready')) break;
  }
  server.send(LIST_PACKAGES);
  const [packages] = (await once(server, 'message')) as [string[]];
  // Otherwise, the open channel would keep the server from stopping.
  server.disconnect();
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  return packages.filter((packageName) => packageName in dependencies);
};

const stop = async (server: ChildProcess) => {
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
};

test('a server that is ready has loaded only the packages that most requests need', async (t) => {
  // Import other packages where they are first used: `const { name } = await import('…')`.
  assert.deepEqual(await listPackagesWhenReady(t, 1), [
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    '@fastify/static',
    'commander',
    'cookie',
    'croner',
    'fastify',
    'kysely',
    'pg',
    'pino',
    'prom-client',
    'typebox',
  ]);
});

test('with several workers, the first process has not loaded the packages that serve requests', async (t) => {
  const packages = await listPackagesWhenReady(t, 2);
  assert.deepEqual(packages, ['commander', 'cookie', 'croner', 'kysely', 'pg', 'pino', 'typebox']);
});
