import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFull } from './import-problems.ts';

/** Characters of a batch: about 1,500 items, which PostgreSQL writes within a tenth of a second. */
const BATCH = 256 * 1024;

/** Texts stored on disk until all of them have arrived. */
export type Spool = {
  add(text: string): Promise<void>;
  /** Reads all added texts in batches, from the first. */
  batches(): AsyncGenerator<string[]>;
  close(): Promise<void>;
};

/**
 * Stores texts that arrive slowly, so that the transaction that writes them is short. The file is unlinked as soon as it is
 * open: nothing remains of it when the process ends, for whatever reason.
 */
export const openSpool = async (): Promise<Spool> => {
  const path = join(tmpdir(), `ronda-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(rethrowDiskFull);
  await unlink(path);
  const written: { position: number; length: number }[] = [];
  let position = 0;
  let waiting: string[] = [];
  let weight = 0;

  const flush = async () => {
    // JSON text contains no line breaks.
    const batch = Buffer.from(waiting.join('\n'));
    waiting = [];
    weight = 0;
    // Writes everything or throws: on a full disk, `write` writes a part and shows that only in its result.
    await file.appendFile(batch).catch(rethrowDiskFull);
    written.push({ position, length: batch.length });
    position += batch.length;
  };

  return {
    add: async (text) => {
      waiting.push(text);
      weight += text.length;
      if (weight >= BATCH) await flush();
    },
    batches: async function* () {
      if (waiting.length > 0) await flush();
      for (const { position: start, length } of written) {
        const batch = Buffer.allocUnsafe(length);
        await file.read(batch, 0, length, start);
        yield batch.toString().split('\n');
      }
    },
    close: () => file.close(),
  };
};

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const rethrowDiskFull = (error: NodeJS.ErrnoException): never => {
  throw DISK_FULL.has(error.code ?? '') ? storageFull() : error;
};
