import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { lockUnusable } from './embedded-postgres-problems.ts';

/**
 * Locks between processes that the operating system releases when the process dies, even by kill -9. A file with a
 * process id would need guessing: ids are reused, and two processes may delete a dead process's file at the same time.
 * Node has no flock, but SQLite locks its files on every platform: an empty file and a transaction that writes nothing.
 */
export type ProcessLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_AFTER_MS = 25;

/** Locks of this process. Referenced here because a garbage-collected connection releases its lock. */
const held = new Set<DatabaseSync>();

const lock = (file: string, statement: string): ProcessLock => {
  const connection = new DatabaseSync(file);
  try {
    // A journal file could not be created on a full disk.
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

/** Takes a shared lock on the file. Throws if another process has it exclusively. */
export const lockShared = (file: string): ProcessLock => lock(file, 'begin; select name from sqlite_schema');

/**
 * Takes an exclusive lock on the file; returns undefined if another process has a lock on it. The file need not exist.
 */
export const tryLockExclusive = (file: string): ProcessLock | undefined => {
  try {
    return lock(file, 'begin exclusive');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw lockUnusable(file, error as Error);
  }
};

/** Waits without a time limit until the file is unlocked, and holds an exclusive lock while `work` runs. */
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
