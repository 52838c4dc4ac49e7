import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Deployment, Stage } from './deployment.ts';

export type CommandProcess = {
  /** Resolves when it has ended; `code` is null when it was killed. */
  ended: Promise<{ code: number | null; output: string; complaint: string }>;
  /** Kills this process only, with SIGKILL. */
  kill(): Promise<void>;
};

const ROOT = resolve(import.meta.dirname, '..');

/** Starts a command of Ronda on a deployment, as an operator does. */
export const startCommand = (
  stage: Stage,
  { dataDir, databaseUrl }: Pick<Deployment, 'dataDir' | 'databaseUrl'>,
  command: readonly string[],
): CommandProcess => {
  const child = spawn(process.execPath, ['service/main.ts', ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  stage.defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    ended: Promise.all([exited, text(child.stdout), text(child.stderr)]).then(
      ([[code], output, complaint]) => ({
        code,
        output,
        complaint,
      }),
    ),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
