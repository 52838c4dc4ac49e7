import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Deployment, Stage } from './deployment.ts';

/** A server as an operator runs it: a process of its own. */
export type ServerProcess = {
  url: string;
  metricsUrl: string;
  pid: number;
  /** Milliseconds from the start of the process until it said that it is ready. */
  readyAfter: number;
  /** Its log, one object a line. */
  log: readonly LogLine[];
  /** What it wrote beside its log: an error that nobody caught. */
  complaints: readonly string[];
  hasEnded(): boolean;
  /** As kill -9 does. */
  kill(): Promise<void>;
  /** As SIGTERM does; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
};

type LogLine = { level: number; msg: string; [member: string]: unknown };

const ROOT = resolve(import.meta.dirname, '..');
const METRICS = /^Metrics are served at (\S+)$/;
const READY = /^Ronda is ready at (\S+)$/;
/** pino's level of warnings. */
const WARN = 40;

/** Starts a server on the deployment, on a port that is free, and waits until it is ready. */
export const startServer = async (
  stage: Stage,
  { dataDir, databaseUrl }: Deployment,
  { workers = 1, settings = {} }: { workers?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<ServerProcess> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['service/main.ts', 'start'], {
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
  const complaints: string[] = [];
  const log: LogLine[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (!line.startsWith('{')) complaints.push(line);
    else log.push(JSON.parse(line) as LogLine);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    const askedAt = performance.now();
    child.kill(signal);
    const [code] = await exited;
    return { code, tookMs: performance.now() - askedAt };
  };
  stage.defer(async () => {
    if (!hasEnded()) await end('SIGTERM');
  });

  let metricsUrl = '';
  const ready = new Promise<string>((found) => {
    createInterface(child.stdout).on('line', (line) => {
      metricsUrl = METRICS.exec(line)?.[1] ?? metricsUrl;
      const url = READY.exec(line)?.[1];
      if (url !== undefined) found(url);
    });
  });
  const url = await Promise.race([ready, exited.then(() => undefined)]);
  if (url === undefined) {
    const said = [...complaints, ...log.filter(({ level }) => level >= WARN).map(({ msg }) => msg)];
    throw new Error(`The server ended before it was ready: ${said.join('\n')}`);
  }
  return {
    url,
    metricsUrl,
    pid: child.pid!,
    readyAfter: performance.now() - startedAt,
    log,
    complaints,
    hasEnded,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
};

/** What the server complained of as its own fault: nothing that the scenarios do to it deserves that. */
export const errorsOf = ({ log, complaints }: ServerProcess): string[] => [
  ...log.filter(({ level }) => level > WARN).map((line) => JSON.stringify(line)),
  ...(complaints.length > 0 ? [complaints.join('\n')] : []),
];

/** Bytes of memory that the server holds. */
export const residentMemory = async ({ metricsUrl }: ServerProcess): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
};
