import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#contract/limits.ts';
import { importTooLarge, storageFull } from './import-problems.ts';

/** About 1,500 items, which PostgreSQL can write in a tenth of a second. */
const BATCH_CHARACTERS = 256 * 1024;

export type Spool = {
  add(text: string): Promise<void>;
  readBatches(): AsyncGenerator<string[]>;
  close(): Promise<void>;
};

/**
 * Buffers strings in a temporary file while they trickle in, to keep the transaction that stores them short. The file
 * is unlinked immediately, so that it disappears when the process exits. The items in a 256 MiB CSV file can take up 17
 * GB as JSON.
 */
export const openSpool = async (maxBytes: number = limits.importSpoolBytes): Promise<Spool> => {
  const path = join(tmpdir(), `ronda-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(rethrowDiskFull);
  await unlink(path);
  const flushedBatches: { position: number; length: number }[] = [];
  let position = 0;
  let bufferedTexts: string[] = [];
  let bufferedLength = 0;

  const flush = async () => {
    // The strings are JSON, so they contain no line breaks.
    const batch = Buffer.from(bufferedTexts.join('\n'));
    bufferedTexts = [];
    bufferedLength = 0;
    if (position + batch.length > maxBytes) throw importTooLarge(maxBytes);
    // If the disk is full, `appendFile` throws, whereas `write` would write only part of the batch.
    await file.appendFile(batch).catch(rethrowDiskFull);
    flushedBatches.push({ position, length: batch.length });
    position += batch.length;
  };

  return {
    add: async (text) => {
      bufferedTexts.push(text);
      bufferedLength += text.length;
      if (bufferedLength >= BATCH_CHARACTERS) await flush();
    },
    readBatches: async function* () {
      if (bufferedTexts.length > 0) await flush();
      for (const { position: start, length } of flushedBatches) {
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
