import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { folderUnusable } from './embedded-postgres-problems.ts';

/** In bytes. Older lines are stored in a second file of up to the same size. */
const SIZE_LIMIT = 10 * 1024 * 1024;
const MAX_LINES = 5;
/** The time, time zone and process ID. */
const LINE_PREFIX_PATTERN = /^\S+ \S+ \S+ \[\d+\] /;

const readSize = async (file: string): Promise<number> =>
  (await stat(file).catch(() => undefined))?.size ?? 0;

export const openLog = async (file: string): Promise<{ handle: FileHandle; length: number }> => {
  await limitLogSize(file);
  const handle = await open(file, 'a', 0o600).catch((error) => {
    throw folderUnusable(file, error);
  });
  return { handle, length: await readSize(file) };
};

/**
 * Copies and truncates the log, because PostgreSQL keeps the file open. Never rejects. PostgreSQL's own log collector
 * would miss the output of a failed start.
 */
export const limitLogSize = async (file: string): Promise<void> => {
  if ((await readSize(file)) <= SIZE_LIMIT) return;
  await copyFile(file, `${file}.1`).catch(() => rm(`${file}.1`, { force: true }));
  await truncate(file).catch(() => undefined);
};

/** Returns the last messages after byte `offset`, joined into one line. */
export const readLogFrom = async (file: string, offset: number): Promise<string> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(Math.max(0, size - offset)), { position: offset });
    const lines = buffer.toString().trim().split('\n');
    return lines
      .slice(-MAX_LINES)
      .map((line) => line.replace(LINE_PREFIX_PATTERN, ''))
      .join(' ');
  } finally {
    await handle.close();
  }
};
