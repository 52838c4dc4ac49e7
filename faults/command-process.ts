import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Cleanup, Deployment } from './deployment.ts';

export type CommandProcess = {
  /** Resolves when the process has exited. `code` is null if the process was killed. */
  exited: Promise<{ code: number | null; output: string; errorOutput: string }>;
  /** Kills only this process, with SIGKILL. */
  kill(): Promise<void>;
};

const ROOT = resolve(import.meta.dirname, '..');

export const startCommand = (
  cleanup: Cleanup,
  { dataDir, databaseUrl }: Pick<Deployment, 'dataDir' | 'databaseUrl'>,
  args: readonly string[],
): CommandProcess => {
  const child = spawn(process.execPath, ['service/ronda.js', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  const exitPromise = once(child, 'exit') as Promise<[number | null]>;
  cleanup.defer(async () => {
    child.kill('SIGKILL');
    await exitPromise;
  });
  return {
    exited: Promise.all([exitPromise, text(child.stdout), text(child.stderr)]).then(
      ([[code], output, errorOutput]) => ({
        code,
        output,
        errorOutput,
      }),
    ),
    kill: async () => {
      child.kill('SIGKILL');
      await exitPromise;
    },
  };
};
