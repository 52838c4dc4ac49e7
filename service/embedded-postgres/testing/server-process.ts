import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { EmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';

/** A log whose lines a test can wait for. */
export const listeningLog = () => {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const add = (line: string) => {
    lines.push(line);
    for (const look of waiting) look();
  };
  const until = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!lines.some((line) => pattern.test(line))) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { lines, until, info: add, warn: add };
};

/** An empty folder that is removed after the test. */
export const temporaryFolder = async (t: TestContext, name = 'ronda-test-'): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), name));
  // PostgreSQL runs as nobody where root may have no user namespaces.
  await chmod(folder, 0o711);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

/** Another server process on the folder. `stop` ends it as SIGTERM would, `kill` as kill -9. */
export type ServerProcess = {
  ready: Promise<EmbeddedPostgres['connection']>;
  lines: string[];
  stop(): Promise<void>;
  kill(): Promise<void>;
};

const PROGRAM = `
  import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
  const say = (message) => process.send(message);
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log: { info: say, warn: say } });
  process.send(postgres.connection);
  process.on('message', () => postgres.stop().then(() => process.exit()));
`;

export const startServerProcess = (t: TestContext, dataDir: string): ServerProcess => {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const ready = new Promise<EmbeddedPostgres['connection']>((resolve, reject) => {
    child.on('exit', () => reject(new Error('The server process has ended')));
    child.on('message', (message) => {
      if (typeof message === 'string') lines.push(message);
      else resolve(message as EmbeddedPostgres['connection']);
    });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    child.send('stop');
    await ended;
  };
  // A test that kills it early does not wait until it is ready.
  ready.catch(() => undefined);
  t.after(kill);
  return { ready, lines, stop, kill };
};
