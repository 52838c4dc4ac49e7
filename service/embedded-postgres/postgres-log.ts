import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { folderUnusable } from './embedded-postgres-problems.ts';

/** At twice this size, the older half in a file beside it, the log of PostgreSQL grows no more. Bytes. */
const SIZE_LIMIT = 10 * 1024 * 1024;
const LAST_LINES = 5;
/** Time, time zone and process. */
const LINE_PREFIX = /^\S+ \S+ \S+ \[\d+\] /;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;

/** Opens the log for PostgreSQL to append to, and says how long it was. */
export const openLog = async (file: string): Promise<{ handle: FileHandle; length: number }> => {
  await boundLog(file);
  const handle = await open(file, 'a', 0o600).catch((error) => {
    throw folderUnusable(file, error);
  });
  return { handle, length: await sizeOf(file) };
};

/**
 * Keeps the log from growing for ever. It is copied and emptied, not renamed: PostgreSQL goes on in the file it has
 * open. Without its own log collector every word, those of a failed start too, is in one place. On a full disk the
 * copy is given up. Never rejects.
 */
export const boundLog = async (file: string): Promise<void> => {
  if ((await sizeOf(file)) <= SIZE_LIMIT) return;
  await copyFile(file, `${file}.1`).catch(() => rm(`${file}.1`, { force: true }));
  await truncate(file).catch(() => undefined);
};

/** What PostgreSQL wrote last, after the first `length` bytes, in one line. */
export const readLogAfter = async (file: string, length: number): Promise<string> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(Math.max(0, size - length)), { position: length });
    const lines = buffer.toString().trim().split('\n');
    return lines
      .slice(-LAST_LINES)
      .map((line) => line.replace(LINE_PREFIX, ''))
      .join(' ');
  } finally {
    await handle.close();
  }
};
