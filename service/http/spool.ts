import { randomUUID } from 'node:crypto';
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '#service/admission/caller.ts';

/** Bytes of a response that are buffered in memory for a slow reader; more go to a file. */
const MEMORY = 512 * 1024;
/** Bytes read from the file in one step. */
const CHUNK = 256 * 1024;
const GIGABYTE = 1024 ** 3;

/** Limits of the bytes in files for the slow readers of a user, a tenant and this process, and of one file as a share of the free disk space. */
export type SpoolLimits = { user: number; tenant: number; server: number; shareOfFree: number };
const LIMITS: SpoolLimits = {
  user: 4 * GIGABYTE,
  tenant: 6 * GIGABYTE,
  server: 8 * GIGABYTE,
  shareOfFree: 0.5,
};

/** The client was so far behind that no space was left for its unread bytes. */
export class SpoolFull extends Error {}

/** Buffered bytes are deleted after they are read, at the latest by `close`, which may be called twice. */
export type Spooled = AsyncIterable<Buffer> & { close(): void };

export type Spools = {
  /** Returns the same bytes, consumed as fast as they arrive and read at any speed. */
  through(pieces: AsyncIterable<string | Uint8Array>, caller: Caller): Spooled;
  /** Number of bytes in files. */
  bytes(): number;
};

/**
 * Buffers responses for slow clients, so that their PostgreSQL connection and snapshot are released at the speed of the database. A client
 * that keeps up needs no file. Files are unlinked as soon as they are open, so nothing remains of them however the process
 * ends.
 */
export const createSpools = (limits: SpoolLimits = LIMITS): Spools => {
  const used = new Map<string, number>();
  const bytesOf = (key: string) => used.get(key) ?? 0;
  const add = (key: string, bytes: number) => {
    const sum = bytesOf(key) + bytes;
    if (sum === 0) used.delete(key);
    else used.set(key, sum);
  };
  return {
    bytes: () => bytesOf(SERVER_KEY),
    through: (pieces, { tenant, user }) => {
      const shares = [
        { key: `${tenant} ${user}`, max: limits.user },
        { key: `${tenant}`, max: limits.tenant },
        { key: SERVER_KEY, max: limits.server },
      ];
      const spool = createSpool(limits.shareOfFree, {
        grow: (bytes) => {
          if (shares.some(({ key, max }) => bytesOf(key) + bytes > max)) throw new SpoolFull();
          for (const { key } of shares) add(key, bytes);
        },
        shrink: (bytes) => {
          for (const { key } of shares) add(key, -bytes);
        },
      });
      // Starts immediately, not when the reader starts.
      void spool.fill(pieces);
      return { [Symbol.asyncIterator]: spool.read, close: spool.close };
    },
  };
};

const SERVER_KEY = 'all';

type Budget = { grow(bytes: number): void; shrink(bytes: number): void };

const createSpool = (shareOfFree: number, budget: Budget) => {
  const memory: Buffer[] = [];
  let inMemory = 0;
  /** While the file contains unread bytes, all new bytes go to the file too. */
  let file: FileHandle | undefined;
  let room = 0;
  let written = 0;
  let readUpTo = 0;
  let isWriting = false;
  let isComplete = false;
  let isClosed = false;
  let failure: unknown;
  let wake = () => {};

  const openFile = async (): Promise<FileHandle> => {
    const path = join(tmpdir(), `ronda-${randomUUID()}`);
    const { bavail, bsize } = await statfs(tmpdir());
    room = bavail * bsize * shareOfFree;
    const opened = await open(path, 'wx+', 0o600);
    await unlink(path);
    return opened;
  };

  const dropFile = () => {
    budget.shrink(written);
    void file?.close().catch(() => undefined);
    file = undefined;
    written = 0;
    readUpTo = 0;
  };

  const append = async (bytes: Buffer) => {
    isWriting = true;
    try {
      file ??= await openFile();
      if (written + bytes.length > room) throw new SpoolFull();
      budget.grow(bytes.length);
      try {
        await writeAll(file, bytes, written);
      } catch (error) {
        budget.shrink(bytes.length);
        throw error;
      }
      written += bytes.length;
    } finally {
      isWriting = false;
      if (isClosed) dropFile();
    }
  };

  const add = async (piece: string | Uint8Array) => {
    const bytes = Buffer.from(piece as string);
    if (file === undefined && inMemory + bytes.length <= MEMORY) {
      memory.push(bytes);
      inMemory += bytes.length;
    } else await append(bytes);
    wake();
  };

  const take = async (): Promise<Buffer | undefined> => {
    const first = memory.shift();
    if (first) {
      inMemory -= first.length;
      return first;
    }
    if (file === undefined || readUpTo === written) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(CHUNK, written - readUpTo));
    await file.read(bytes, 0, bytes.length, readUpTo);
    readUpTo += bytes.length;
    if (readUpTo === written && !isWriting) dropFile();
    return bytes;
  };

  const close = () => {
    isClosed = true;
    if (!isWriting) dropFile();
  };

  return {
    close,
    fill: async (pieces: AsyncIterable<string | Uint8Array>) => {
      try {
        for await (const piece of pieces) {
          if (isClosed) break;
          if (piece.length > 0) await add(piece);
        }
      } catch (error) {
        failure = error;
      }
      isComplete = true;
      wake();
    },
    read: async function* () {
      try {
        for (;;) {
          const bytes = await take();
          if (failure !== undefined) throw failure;
          if (bytes) yield bytes;
          else if (isComplete && memory.length === 0 && readUpTo === written) return;
          else {
            await new Promise<void>((resolve) => {
              wake = resolve;
              if (isComplete || memory.length > 0 || readUpTo < written) resolve();
            });
          }
        }
      } finally {
        close();
      }
    },
  };
};

/** On a full disk, a write may succeed only in part, which shows only in its result. */
const writeAll = async (file: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new SpoolFull();
    done += bytesWritten;
  }
};
