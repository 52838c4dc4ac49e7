import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRoomForFile } from './import-problems.ts';

/** Characters of a batch: some 1,500 items, which PostgreSQL writes within a tenth of a second. */
const BATCH = 256 * 1024;

/** Texts kept on disk until they are all there. */
export type Spool = {
  add(text: string): Promise<void>;
  /** All that were added, in batches, from the first one on. */
  batches(): AsyncGenerator<string[]>;
  close(): Promise<void>;
};

/**
 * Keeps what comes slowly, so that the transaction that needs it is short. The file has no name from the moment it is
 * open: whatever ends the process, nothing of it stays.
 */
export const openSpool = async (): Promise<Spool> => {
  const path = join(tmpdir(), `ronda-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(refuseForRoom);
  await unlink(path);
  const written: { position: number; length: number }[] = [];
  let position = 0;
  let waiting: string[] = [];
  let weight = 0;

  const flush = async () => {
    // JSON holds no line breaks of its own.
    const batch = Buffer.from(waiting.join('\n'));
    waiting = [];
    weight = 0;
    // All of it or an error: where room runs out, `write` writes a part and says so only in its result.
    await file.appendFile(batch).catch(refuseForRoom);
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

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const refuseForRoom = (error: NodeJS.ErrnoException): never => {
  throw NO_ROOM.has(error.code ?? '') ? noRoomForFile() : error;
};
