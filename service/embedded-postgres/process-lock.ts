import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { lockUnusable } from './embedded-postgres-problems.ts';

/**
 * A lock that the operating system releases when the process dies, even through kill -9. PID files are
 * unreliable: IDs are reused, and two processes could delete a stale file at the same time. Node has no flock, but
 * SQLite locks files on all platforms: the lock is an open transaction in an empty database.
 */
export type ProcessLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_AFTER_MS = 25;

/** References to the connections that hold a lock, because garbage collection would release it. */
const openConnections = new Set<DatabaseSync>();

const acquireLock = (file: string, statement: string): ProcessLock => {
  const connection = new DatabaseSync(file);
  try {
    // The journal is kept in memory, because a journal file could not be created on a full disk.
    connection.exec(`pragma journal_mode = memory; ${statement}`);
  } catch (error) {
    connection.close();
    throw error;
  }
  openConnections.add(connection);
  const release = () => {
    if (openConnections.delete(connection)) connection.close();
  };
  return { release };
};

/** Acquires a shared lock on the file. Throws if another process has an exclusive lock. */
export const lockShared = (file: string): ProcessLock =>
  acquireLock(file, 'begin; select name from sqlite_schema');

/**
 * Acquires an exclusive lock on a file, which need not exist yet. Returns undefined if another process has locked it.
 */
export const tryLockExclusive = (file: string): ProcessLock | undefined => {
  try {
    return acquireLock(file, 'begin exclusive');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw lockUnusable(file, error as Error);
  }
};

export const withExclusiveLock = async <T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  let lock: ProcessLock | undefined;
  while (lock === undefined) {
    signal?.throwIfAborted();
    lock = tryLockExclusive(file);
    if (lock === undefined) await setTimeout(RETRY_AFTER_MS);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
};
