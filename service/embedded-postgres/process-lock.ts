import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { lockUnusable } from './embedded-postgres-problems.ts';

/**
 * The operating system releases the lock when the process dies, unlike a PID file. Node has no flock, but
 * SQLite locks files on all platforms: the lock is an open transaction in an empty database.
 */
export type ProcessLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_AFTER_MS = 25;

/** Without these references, garbage collection would release the locks. */
const openConnections = new Set<DatabaseSync>();

const acquireLock = (file: string, statement: string): ProcessLock => {
  const connection = new DatabaseSync(file);
  try {
    // Avoids a journal file, which could not be created on a full disk.
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

/** Throws if another process has an exclusive lock. */
export const lockShared = (file: string): ProcessLock =>
  acquireLock(file, 'begin; select name from sqlite_schema');

/** Returns undefined if another process holds the lock. The file need not exist yet. */
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
