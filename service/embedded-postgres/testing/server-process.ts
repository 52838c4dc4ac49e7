import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { EmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';

/** Creates a log whose lines a test can wait for. */
export const createTestLog = () => {
  const lines: string[] = [];
  const pendingChecks = new Set<() => void>();
  const add = (line: string) => {
    lines.push(line);
    for (const check of pendingChecks) check();
  };
  const waitFor = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!lines.some((line) => pattern.test(line))) return;
        pendingChecks.delete(check);
        resolve();
      };
      pendingChecks.add(check);
      check();
    });
  return { lines, waitFor, info: add, warn: add };
};

/** Creates an empty folder and removes it after the test. */
export const createTemporaryFolder = async (t: TestContext, name = 'ronda-test-'): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), name));
  // Where root cannot use user namespaces, PostgreSQL runs as nobody.
  await chmod(folder, 0o711);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

/** Another server process with the same DATA_DIR. `stop` shuts it down gracefully; `kill` uses kill -9. */
export type ServerProcess = {
  ready: Promise<EmbeddedPostgres['connection']>;
  lines: string[];
  stop(): Promise<void>;
  kill(): Promise<void>;
};

const PROGRAM = `
  import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
  const send = (message) => process.send(message);
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log: { info: send, warn: send } });
  process.send(postgres.connection);
  process.on('message', () => postgres.stop().then(() => process.exit()));
`;

export const startServerProcess = (t: TestContext, dataDir: string): ServerProcess => {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exitEvent = once(child, 'exit');
  const lines: string[] = [];
  const ready = new Promise<EmbeddedPostgres['connection']>((resolve, reject) => {
    child.on('exit', () => reject(new Error('The server process has exited')));
    child.on('message', (message) => {
      if (typeof message === 'string') lines.push(message);
      else resolve(message as EmbeddedPostgres['connection']);
    });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exitEvent;
  };
  const stop = async () => {
    child.send('stop');
    await exitEvent;
  };
  // A test that kills the process early never awaits `ready`.
  ready.catch(() => undefined);
  t.after(kill);
  return { ready, lines, stop, kill };
};
