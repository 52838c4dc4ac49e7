import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const READY = /^Ronda is ready at (http:\/\/\S+)$/;

export type OwnServer = { address: string; stop: () => Promise<void> };

/** Starts Ronda on a free port, with an empty database that holds only organisation.yaml. */
export const startOwnServer = async (): Promise<OwnServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-conformance-'));
  const root = resolve(import.meta.dirname, '..');
  const server = spawn(process.execPath, ['service/main.ts', 'start'], {
    cwd: root,
    // Nothing of the caller's environment: a DATABASE_URL that stands there is not ours to write to.
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      PROVISION_FILE: join(import.meta.dirname, 'organisation.yaml'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };

  for await (const line of createInterface({ input: server.stdout })) {
    const address = READY.exec(line)?.[1];
    if (address === undefined) continue;
    server.stdout.resume();
    return { address, stop };
  }
  await stop();
  throw new Error(`The server ended with ${server.exitCode ?? server.signalCode} before it was ready.`);
};
