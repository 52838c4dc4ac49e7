import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { postgresDidNotStart } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { askReadiness, type PostgresAddress } from './postgres-greeting.ts';
import { openLog, readLogAfter } from './postgres-log.ts';
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

/** The two levels of the server's log that are needed here. */
export type Log = { info(message: string): void; warn(message: string): void };

/** At first; less often as the start takes longer, because PostgreSQL logs each time that it had to say no. */
const ASK_EVERY_MS = 10;
const ASK_AT_LEAST_EVERY_MS = 500;
const SAY_SO_AFTER_MS = 10_000;
/** After a crash PostgreSQL's orphaned processes hold its memory until they notice that they are orphans. */
const ORPHANS_END_WITHIN_MS = 30_000;
const ORPHANS_REMAIN = /is still in use|lock file ".*" already exists/;
/**
 * How PostgreSQL is asked to end, and how long it has, before it is told more firmly: once its clients have left (they
 * are leaving: who calls has closed its pool, but pools do not wait until PostgreSQL noticed), by cutting them off, or
 * at once, so that the next start recovers. Together less than the ten seconds in which a server must end (R4).
 */
const WAYS_TO_END: readonly [NodeJS.Signals, number][] = [
  ['SIGTERM', 500],
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
];

/**
 * Brings PostgreSQL to where it takes connections: finds it running (whoever started it), waits while it starts or
 * recovers, or starts it. The caller holds the change lock. Rejects with PostgreSQL's own words when it does not start,
 * and when the signal aborts.
 */
export const ensureRunning = async (
  postmaster: Postmaster,
  signal?: AbortSignal,
): Promise<'found' | 'started'> => {
  const since = Date.now();
  let launched: Launched | undefined;
  let saidSo = false;
  for (;;) {
    if (signal?.aborted) launched?.interrupt();
    signal?.throwIfAborted();
    const readiness = await askReadiness(postmaster.address);
    if (readiness === 'ready') return launched === undefined ? 'found' : 'started';
    const waited = Date.now() - since;
    if (launched?.ended()) {
      const words = await readLogAfter(postmaster.folder.logFile, launched.logLength);
      if (!ORPHANS_REMAIN.test(words) || waited > ORPHANS_END_WITHIN_MS)
        throw postgresDidNotStart(postmaster.folder.cluster, postmaster.folder.logFile, words);
      launched = undefined;
    }
    if (
      readiness === 'absent' &&
      launched === undefined &&
      (await findPostmasterProcess(postmaster.folder.cluster)) === undefined
    )
      launched = await launch(postmaster);
    if (waited > SAY_SO_AFTER_MS && !saidSo) {
      saidSo = true;
      postmaster.log.info(
        `PostgreSQL is still starting or recovering; its log is ${postmaster.folder.logFile}`,
      );
    }
    await setTimeout(Math.min(ASK_EVERY_MS + waited / 10, ASK_AT_LEAST_EVERY_MS));
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
  const stranger = await readPostmasterFile(folder.cluster);
  const child = spawnAs(
    account,
    binaries.postgres,
    ['-D', folder.cluster, ...postgresSettings(address, maxConnections)],
    {
      cwd: folder.root,
      // In a session of its own: Ctrl-C reaches the server only, which closes its connections first.
      detached: true,
      stdio: ['ignore', handle.fd, handle.fd],
      env: {
        ...binaries.environment,
        // postmaster.pid names a living process, but not a PostgreSQL: its id was given out again after a crash. By
        // this PostgreSQL knows not to mistake it for a rival; its other checks remain.
        ...(stranger === undefined ? {} : { PG_GRANDPARENT_PID: String(stranger.id) }),
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
 * Ends PostgreSQL, whoever started it: open transactions are rolled back and everything is written, if there is time.
 * The caller holds the change lock.
 */
export const shutDown = async (postmaster: Postmaster): Promise<void> => {
  const { cluster } = postmaster.folder;
  const id = await findPostmasterProcess(cluster);
  if (id === undefined) return;
  for (const [signal, time] of WAYS_TO_END) {
    // It may have ended by itself since it was last looked at.
    await send(postmaster, id, signal).catch(() => undefined);
    if (await endsWithin(cluster, id, time)) return;
  }
  postmaster.log.warn(`PostgreSQL (process ${id}) does not end; it is left running`);
};

const endsWithin = async (cluster: string, id: number, time: number): Promise<boolean> => {
  for (const until = Date.now() + time; Date.now() < until; await setTimeout(ASK_EVERY_MS))
    if (!(await isPostmaster(cluster, id))) return true;
  return false;
};

const send = async ({ account, binaries }: Postmaster, id: number, signal: NodeJS.Signals): Promise<void> => {
  // Windows has no signals: PostgreSQL takes them from a pipe of its own there.
  if (process.platform === 'win32')
    await run(account, binaries.pgCtl, ['kill', signal.slice(3), String(id)], { env: binaries.environment });
  else process.kill(id, signal);
};
