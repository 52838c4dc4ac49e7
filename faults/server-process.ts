import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cleanup, Deployment } from './deployment.ts';

export type ServerProcess = {
  url: string;
  metricsUrl: string;
  pid: number;
  /** Milliseconds from the start of the process until the server was ready. */
  readyAfterMs: number;
  log: readonly LogLine[];
  /** Output on stderr that is not part of the log, such as uncaught errors. */
  unexpectedOutput: readonly string[];
  hasExited(): boolean;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code and the duration. */
  stop(): Promise<{ code: number | null; durationMs: number }>;
};

type LogLine = { level: number; msg: string; [property: string]: unknown };

const ROOT = resolve(import.meta.dirname, '..');
const METRICS_PATTERN = /^Metrics: (\S+)$/;
const READY_PATTERN = /^Ronda is ready at (\S+)$/;
/** pino's level for warnings. */
const WARN = 40;

export const startServer = async (
  cleanup: Cleanup,
  { dataDir, databaseUrl }: Deployment,
  { workers = 1, settings = {} }: { workers?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<ServerProcess> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['service/ronda.js', 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      WORKERS: String(workers),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...settings,
    },
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const unexpectedOutput: string[] = [];
  const log: LogLine[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (!line.startsWith('{')) unexpectedOutput.push(line);
    else log.push(JSON.parse(line) as LogLine);
  });
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async (signal: NodeJS.Signals) => {
    const requestedAt = performance.now();
    child.kill(signal);
    const [code] = await exited;
    return { code, durationMs: performance.now() - requestedAt };
  };
  cleanup.defer(async () => {
    if (!hasExited()) await stop('SIGTERM');
  });

  let metricsUrl = '';
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      metricsUrl = METRICS_PATTERN.exec(line)?.[1] ?? metricsUrl;
      const url = READY_PATTERN.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([ready, exited.then(() => undefined)]);
  if (url === undefined) {
    const errors = [...unexpectedOutput, ...log.filter(({ level }) => level >= WARN).map(({ msg }) => msg)];
    throw new Error(`The server exited before it was ready: ${errors.join('\n')}`);
  }
  return {
    url,
    metricsUrl,
    pid: child.pid!,
    readyAfterMs: performance.now() - startedAt,
    log,
    unexpectedOutput,
    hasExited,
    kill: async () => void (await stop('SIGKILL')),
    stop: () => stop('SIGTERM'),
  };
};

/** Returns the errors in the log and the output that is not part of the log. No scenario may cause either. */
export const findErrors = ({ log, unexpectedOutput }: ServerProcess): string[] => [
  ...log.filter(({ level }) => level > WARN).map((line) => JSON.stringify(line)),
  ...(unexpectedOutput.length > 0 ? [unexpectedOutput.join('\n')] : []),
];

/** Returns the server's resident memory in bytes. */
export const readResidentMemory = async ({ metricsUrl }: ServerProcess): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
};
