import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { lockUnusable } from './embedded-postgres-problems.ts';

/**
 * Locks between processes which the operating system releases when their holder dies, by kill -9 too: a file with a
 * process id in it would need guessing (ids are reused, two may clear away a dead one's file at once). Node has no
 * flock, but SQLite locks its files, on every platform: here an empty file and a transaction that writes nothing.
 */
export type ProcessLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_AFTER_MS = 25;

/** What this process holds. Kept reachable, because a connection that is garbage collected drops its lock. */
const held = new Set<DatabaseSync>();

const take = (file: string, statement: string): ProcessLock => {
  const connection = new DatabaseSync(file);
  try {
    // The journal would be a file, which a full disk cannot hold.
    connection.exec(`pragma journal_mode = memory; ${statement}`);
  } catch (error) {
    connection.close();
    throw error;
  }
  held.add(connection);
  const release = () => {
    if (held.delete(connection)) connection.close();
  };
  return { release };
};

/** Holds the file together with any number of others. Throws while somebody holds it alone. */
export const lockShared = (file: string): ProcessLock => take(file, 'begin; select name from sqlite_schema');

/** Holds the file alone, or returns undefined when somebody else holds it. The file may be missing. */
export const tryLockAlone = (file: string): ProcessLock | undefined => {
  try {
    return take(file, 'begin exclusive');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw lockUnusable(file, error as Error);
  }
};

/** Waits until nobody holds the file, however long that takes, and holds it alone while `work` runs. */
export const whileLocked = async <T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  let lock: ProcessLock | undefined;
  while (lock === undefined) {
    signal?.throwIfAborted();
    lock = tryLockAlone(file);
    if (lock === undefined) await setTimeout(RETRY_AFTER_MS);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
};
