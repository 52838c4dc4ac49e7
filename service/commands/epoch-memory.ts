import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMemory } from '#service/changes/feed-history.ts';

/** Remembers the feed's epoch in a file of the data folder, which restoring the database does not touch. */
export const createEpochMemory = (dataDir: string): EpochMemory => {
  const file = join(dataDir, 'feed-epoch');
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return /^\d{1,6}\s*$/.test(text) ? Number(text) : 0;
    },
    write: async (epoch) => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const next = `${file}.${process.pid}`;
      await writeFile(next, `${epoch}\n`);
      await rename(next, file);
    },
  };
};
