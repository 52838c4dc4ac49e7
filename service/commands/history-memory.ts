import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type HistoryMemory,
  NOTHING_REMEMBERED,
  type RememberedHistory,
} from '#service/changes/feed-history.ts';

/** Remembers the feed's history in a file of the data folder, which restoring the database does not touch. */
export const createHistoryMemory = (dataDir: string): HistoryMemory => {
  const file = join(dataDir, 'feed-history.json');
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch(() => '');
      try {
        return { ...NOTHING_REMEMBERED, ...(JSON.parse(text) as RememberedHistory) };
      } catch {
        return NOTHING_REMEMBERED;
      }
    },
    write: async (history) => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const next = `${file}.${process.pid}`;
      await writeFile(next, `${JSON.stringify(history)}\n`);
      await rename(next, file);
    },
  };
};
