import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { postgresDidNotStart } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { openLog, readLogFrom } from './postgres-log.ts';
import { checkReadiness, type PostgresAddress } from './postgres-readiness.ts';
import { formatPostgresSettings } from './postgres-settings.ts';
import { findPostmasterProcess, isPostmaster, readPostmasterFile } from './postmaster-process.ts';
import { type Account, run, spawnAs } from './run-unprivileged.ts';

export type Postmaster = {
  folder: PostgresFolder;
  binaries: PostgresBinaries;
  account: Account;
  address: PostgresAddress;
  maxConnections: number;
  log: Log;
};

export type Log = { info(message: string): void; warn(message: string): void };

/** The initial interval. Backs off during a long start, because PostgreSQL logs every rejected connection. */
const CHECK_INTERVAL_MS = 10;
const MAX_CHECK_INTERVAL_MS = 500;
const LOG_AFTER_MS = 10_000;
/** After a crash, orphaned PostgreSQL processes hold its shared memory until they notice the crash. */
const ORPHAN_TIMEOUT_MS = 30_000;
const ORPHANS_PATTERN = /is still in use|lock file ".*" already exists/;
const INTERRUPT_MS = 1_000;
/** Signals with the milliseconds to wait after each. The total stays below the ten-second limit for stopping (R4). */
const STOP_SIGNALS: readonly [NodeJS.Signals, number][] = [
  ['SIGTERM', 500],
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
];

/** The caller must hold the change lock. Rejects with PostgreSQL's own message if it fails to start. */
export const ensureRunning = async (
  postmaster: Postmaster,
  signal?: AbortSignal,
): Promise<'found' | 'started'> => {
  const startedAt = Date.now();
  let launchedProcess: LaunchedProcess | undefined;
  let hasLogged = false;
  for (;;) {
    if (signal?.aborted) {
      if (launchedProcess !== undefined) await interrupt(postmaster, launchedProcess);
      signal.throwIfAborted();
    }
    const readiness = await checkReadiness(postmaster.address);
    if (readiness === 'ready') return launchedProcess === undefined ? 'found' : 'started';
    const waitedMs = Date.now() - startedAt;
    if (launchedProcess?.hasExited()) {
      const output = await readLogFrom(postmaster.folder.logFile, launchedProcess.logLength);
      if (!ORPHANS_PATTERN.test(output) || waitedMs > ORPHAN_TIMEOUT_MS)
        throw postgresDidNotStart(postmaster.folder.clusterFolder, postmaster.folder.logFile, output);
      launchedProcess = undefined;
    }
    if (
      readiness === 'absent' &&
      launchedProcess === undefined &&
      (await findPostmasterProcess(postmaster.folder.clusterFolder)) === undefined
    )
      launchedProcess = await launchPostgres(postmaster);
    if (waitedMs > LOG_AFTER_MS && !hasLogged) {
      hasLogged = true;
      postmaster.log.info(
        `PostgreSQL is still starting or recovering; its log is ${postmaster.folder.logFile}`,
      );
    }
    await setTimeout(Math.min(CHECK_INTERVAL_MS + waitedMs / 10, MAX_CHECK_INTERVAL_MS));
  }
};

/** Waits until the process has exited or written postmaster.pid, which lets `shutDown` find it. */
const interrupt = async ({ folder }: Postmaster, launchedProcess: LaunchedProcess): Promise<void> => {
  launchedProcess.interrupt();
  for (const deadline = Date.now() + INTERRUPT_MS; Date.now() < deadline; await setTimeout(CHECK_INTERVAL_MS))
    if (launchedProcess.hasExited() || (await findPostmasterProcess(folder.clusterFolder)) !== undefined)
      return;
};

type LaunchedProcess = { hasExited(): boolean; interrupt(): void; logLength: number };

const launchPostgres = async ({
  folder,
  binaries,
  account,
  address,
  maxConnections,
}: Postmaster): Promise<LaunchedProcess> => {
  const { handle, length } = await openLog(folder.logFile);
  const otherProcess = await readPostmasterFile(folder.clusterFolder);
  const child = spawnAs(
    account,
    binaries.postgres,
    ['-D', folder.clusterFolder, ...formatPostgresSettings(address, maxConnections)],
    {
      cwd: folder.root,
      // Use a separate session, so that Ctrl-C reaches only the server, which closes its connections first.
      detached: true,
      stdio: ['ignore', handle.fd, handle.fd],
      env: {
        ...binaries.environment,
        // After a crash, the process ID in postmaster.pid may be reused by another program. This keeps PostgreSQL from
        // mistaking that for another instance.
        ...(otherProcess === undefined ? {} : { PG_GRANDPARENT_PID: String(otherProcess.id) }),
      },
    },
  );
  const hasExited = watchExit(child);
  child.unref();
  await handle.close();
  return { hasExited, interrupt: () => child.kill('SIGINT'), logLength: length };
};

const watchExit = (child: ChildProcess): (() => boolean) => {
  let hasExited = false;
  for (const event of ['exit', 'error'])
    child.on(event, () => {
      hasExited = true;
    });
  return () => hasExited;
};

/** The caller must hold the change lock. */
export const shutDown = async (postmaster: Postmaster): Promise<void> => {
  const { clusterFolder } = postmaster.folder;
  const id = await findPostmasterProcess(clusterFolder);
  if (id === undefined) return;
  for (const [signal, timeoutMs] of STOP_SIGNALS) {
    // PostgreSQL may have exited since the last check.
    await sendSignal(postmaster, id, signal).catch(() => undefined);
    if (await waitForExit(clusterFolder, id, timeoutMs)) return;
  }
  postmaster.log.warn(`PostgreSQL (process ${id}) does not stop and is left running`);
};

const waitForExit = async (clusterFolder: string, id: number, timeoutMs: number): Promise<boolean> => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await setTimeout(CHECK_INTERVAL_MS))
    if (!(await isPostmaster(clusterFolder, id))) return true;
  return false;
};

const sendSignal = async (
  { account, binaries }: Postmaster,
  id: number,
  signal: NodeJS.Signals,
): Promise<void> => {
  // On Windows, PostgreSQL emulates signals through a pipe.
  if (process.platform === 'win32')
    await run(account, binaries.pgCtl, ['kill', signal.slice(3), String(id)], { env: binaries.environment });
  else process.kill(id, signal);
};
