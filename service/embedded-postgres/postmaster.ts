import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { postgresDidNotStart } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { openLog, readLogAfter } from './postgres-log.ts';
import { checkReadiness, type PostgresAddress } from './postgres-readiness.ts';
import { postgresSettings } from './postgres-settings.ts';
import { findPostmasterProcess, isPostmaster, readPostmasterFile } from './postmaster-process.ts';
import { type Account, run, spawnAs } from './run-unprivileged.ts';

/** Everything needed to start the cluster's PostgreSQL and to find it again. */
export type Postmaster = {
  folder: PostgresFolder;
  binaries: PostgresBinaries;
  account: Account;
  address: PostgresAddress;
  maxConnections: number;
  log: Log;
};

/** The log levels that are needed here. */
export type Log = { info(message: string): void; warn(message: string): void };

/** The first interval. It grows during a long start, because PostgreSQL logs every rejected connection. */
const CHECK_EVERY_MS = 10;
const MAX_CHECK_INTERVAL_MS = 500;
const LOG_AFTER_MS = 10_000;
/** After a crash PostgreSQL's orphaned processes keep its memory until they notice that they are orphans. */
const ORPHANS_END_WITHIN_MS = 30_000;
const ORPHANS_REMAIN = /is still in use|lock file ".*" already exists/;
/**
 * Signals that end PostgreSQL, with the time each gets before the next, stronger one: wait for clients to disconnect
 * (the caller has closed its pool, but pools do not wait until PostgreSQL notices), disconnect them, or quit
 * immediately, so that the next start recovers. Together less than the ten seconds in which a server must end (R4).
 */
const STOP_SIGNALS: readonly [NodeJS.Signals, number][] = [
  ['SIGTERM', 500],
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
];

/**
 * Makes sure PostgreSQL accepts connections: finds it running, waits while it starts or recovers, or starts it. The
 * caller holds the change lock. Rejects with PostgreSQL's own message if it does not start, and when the signal aborts.
 */
export const ensureRunning = async (
  postmaster: Postmaster,
  signal?: AbortSignal,
): Promise<'found' | 'started'> => {
  const since = Date.now();
  let launched: Launched | undefined;
  let hasLogged = false;
  for (;;) {
    if (signal?.aborted) launched?.interrupt();
    signal?.throwIfAborted();
    const readiness = await checkReadiness(postmaster.address);
    if (readiness === 'ready') return launched === undefined ? 'found' : 'started';
    const waited = Date.now() - since;
    if (launched?.ended()) {
      const output = await readLogAfter(postmaster.folder.logFile, launched.logLength);
      if (!ORPHANS_REMAIN.test(output) || waited > ORPHANS_END_WITHIN_MS)
        throw postgresDidNotStart(postmaster.folder.cluster, postmaster.folder.logFile, output);
      launched = undefined;
    }
    if (
      readiness === 'absent' &&
      launched === undefined &&
      (await findPostmasterProcess(postmaster.folder.cluster)) === undefined
    )
      launched = await launch(postmaster);
    if (waited > LOG_AFTER_MS && !hasLogged) {
      hasLogged = true;
      postmaster.log.info(
        `PostgreSQL is still starting or recovering; its log is ${postmaster.folder.logFile}`,
      );
    }
    await setTimeout(Math.min(CHECK_EVERY_MS + waited / 10, MAX_CHECK_INTERVAL_MS));
  }
};

type Launched = { ended(): boolean; interrupt(): void; logLength: number };

const launch = async ({
  folder,
  binaries,
  account,
  address,
  maxConnections,
}: Postmaster): Promise<Launched> => {
  const { handle, length } = await openLog(folder.logFile);
  const otherProcess = await readPostmasterFile(folder.cluster);
  const child = spawnAs(
    account,
    binaries.postgres,
    ['-D', folder.cluster, ...postgresSettings(address, maxConnections)],
    {
      cwd: folder.root,
      // In a separate session: Ctrl-C reaches only the server, which closes its connections first.
      detached: true,
      stdio: ['ignore', handle.fd, handle.fd],
      env: {
        ...binaries.environment,
        // postmaster.pid contains the id of a running process that is not PostgreSQL: the id was reused after a crash.
        // This variable keeps PostgreSQL from mistaking that process for another instance; its other checks remain
        // active.
        ...(otherProcess === undefined ? {} : { PG_GRANDPARENT_PID: String(otherProcess.id) }),
      },
    },
  );
  const ended = hasEnded(child);
  child.unref();
  await handle.close();
  return { ended, interrupt: () => child.kill('SIGINT'), logLength: length };
};

const hasEnded = (child: ChildProcess): (() => boolean) => {
  let ended = false;
  for (const event of ['exit', 'error'])
    child.on(event, () => {
      ended = true;
    });
  return () => ended;
};

/**
 * Stops PostgreSQL, regardless of which process started it: open transactions are rolled back and everything is
 * written, if there is time. The caller holds the change lock.
 */
export const shutDown = async (postmaster: Postmaster): Promise<void> => {
  const { cluster } = postmaster.folder;
  const id = await findPostmasterProcess(cluster);
  if (id === undefined) return;
  for (const [signal, time] of STOP_SIGNALS) {
    // It may have ended since the last check.
    await send(postmaster, id, signal).catch(() => undefined);
    if (await endsWithin(cluster, id, time)) return;
  }
  postmaster.log.warn(`PostgreSQL (process ${id}) does not stop and is left running`);
};

const endsWithin = async (cluster: string, id: number, time: number): Promise<boolean> => {
  for (const until = Date.now() + time; Date.now() < until; await setTimeout(CHECK_EVERY_MS))
    if (!(await isPostmaster(cluster, id))) return true;
  return false;
};

const send = async ({ account, binaries }: Postmaster, id: number, signal: NodeJS.Signals): Promise<void> => {
  // Windows has no signals; PostgreSQL receives them through a pipe there.
  if (process.platform === 'win32')
    await run(account, binaries.pgCtl, ['kill', signal.slice(3), String(id)], { env: binaries.environment });
  else process.kill(id, signal);
};
