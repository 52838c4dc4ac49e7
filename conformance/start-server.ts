import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const READY_PATTERN = /^Ronda is ready at (http:\/\/\S+)$/;

export type RunningServer = { url: string; stop: () => Promise<void> };

/**
 * Starts Ronda on a free port, with a database that contains only organisation.yaml. When the server stops, it
 * writes the SQL statements from all requests to `statementsFile`.
 */
export const startServer = async (statementsFile: string): Promise<RunningServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-conformance-'));
  const root = resolve(import.meta.dirname, '..');
  const recorderUrl = pathToFileURL(join(root, 'service/testing/record-to-file.ts'));
  recorderUrl.searchParams.set('to', statementsFile);
  const server = spawn(process.execPath, ['--import', recorderUrl.href, 'service/ronda.js', 'start'], {
    cwd: root,
    // Does not inherit this process's environment: its DATABASE_URL may point to a real database.
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      PROVISION_FILE: join(import.meta.dirname, 'organisation.yaml'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exitPromise = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await exitPromise;
    await rm(dataDir, { recursive: true, force: true });
  };

  for await (const line of createInterface({ input: server.stdout })) {
    const url = READY_PATTERN.exec(line)?.[1];
    if (url === undefined) continue;
    server.stdout.resume();
    return { url, stop };
  }
  await stop();
  throw new Error(`The server exited with ${server.exitCode ?? server.signalCode} before it was ready.`);
};
