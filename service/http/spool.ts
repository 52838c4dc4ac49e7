import { randomUUID } from 'node:crypto';
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '#service/admission/caller.ts';

/** Once a slow reader has this many unread bytes, further bytes are written to a file. */
const MAX_MEMORY_BYTES = 512 * 1024;
const READ_BYTES = 256 * 1024;
const GIGABYTE = 1024 ** 3;

/**
 * The maximum bytes on disk. All files together may use only `shareOfFree` of the disk space that would be free
 * without them.
 */
type SpoolLimits = { user: number; tenant: number; server: number; shareOfFree: number };
const DEFAULT_LIMITS: SpoolLimits = {
  user: 4 * GIGABYTE,
  tenant: 6 * GIGABYTE,
  server: 8 * GIGABYTE,
  shareOfFree: 0.5,
};

/** Thrown if the client reads so slowly that there is no space left for its unread bytes. */
export class SpoolFullError extends Error {}

/** Bytes are deleted once read, or by `close`, which is idempotent. */
type SpooledResponse = AsyncIterable<Buffer> & { close(): void };

export type Spools = {
  /** Produces the chunks as fast as possible, even if the reader is slow. */
  through(chunks: AsyncIterable<string | Uint8Array>, caller: Caller): SpooledResponse;
  /** Returns the number of bytes on disk. */
  countBytes(): number;
};

/**
 * Buffers responses for slow clients, so that their PostgreSQL connection and snapshot can be released early. Files are
 * unlinked as soon as they are open, so none outlive the process.
 */
export const createSpools = (
  limits: SpoolLimits = DEFAULT_LIMITS,
  readFreeBytes = readFreeDiskBytes,
): Spools => {
  const usage = new Map<string, number>();
  const getUsage = (key: string) => usage.get(key) ?? 0;
  const addUsage = (key: string, bytes: number) => {
    const sum = getUsage(key) + bytes;
    if (sum === 0) usage.delete(key);
    else usage.set(key, sum);
  };
  return {
    countBytes: () => getUsage(SERVER_KEY),
    through: (chunks, { tenant, user }) => {
      const shares = [
        { key: `${tenant} ${user}`, max: limits.user },
        { key: `${tenant}`, max: limits.tenant },
        { key: SERVER_KEY, max: limits.server },
      ];
      const spool = createSpool({
        grow: async (bytes) => {
          // Free space is measured every time: other files take up space too.
          const freeBytes = await readFreeBytes();
          const maxBytes = (freeBytes + getUsage(SERVER_KEY)) * limits.shareOfFree;
          if (getUsage(SERVER_KEY) + bytes > maxBytes) throw new SpoolFullError();
          if (shares.some(({ key, max }) => getUsage(key) + bytes > max)) throw new SpoolFullError();
          for (const { key } of shares) addUsage(key, bytes);
        },
        shrink: (bytes) => {
          for (const { key } of shares) addUsage(key, -bytes);
        },
      });
      // Starts producing chunks before anyone reads the response.
      void spool.fill(chunks);
      return { [Symbol.asyncIterator]: spool.read, close: spool.close };
    },
  };
};

const SERVER_KEY = 'all';

const readFreeDiskBytes = async (): Promise<number> => {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
};

type Budget = { grow(bytes: number): Promise<void>; shrink(bytes: number): void };

const createSpool = (budget: Budget) => {
  const memory: Buffer[] = [];
  let memoryBytes = 0;
  /** While the file contains unread bytes, new bytes are appended to it. */
  let file: FileHandle | undefined;
  let writtenBytes = 0;
  let readBytes = 0;
  let isWriting = false;
  let isComplete = false;
  let isClosed = false;
  let failure: unknown;
  let wakeReader = () => {};

  const openFile = async (): Promise<FileHandle> => {
    const path = join(tmpdir(), `ronda-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return handle;
  };

  const dropFile = () => {
    budget.shrink(writtenBytes);
    void file?.close().catch(() => undefined);
    file = undefined;
    writtenBytes = 0;
    readBytes = 0;
  };

  const append = async (bytes: Buffer) => {
    isWriting = true;
    try {
      file ??= await openFile();
      await budget.grow(bytes.length);
      try {
        await writeAll(file, bytes, writtenBytes);
      } catch (error) {
        budget.shrink(bytes.length);
        throw error;
      }
      writtenBytes += bytes.length;
    } finally {
      isWriting = false;
      if (isClosed) dropFile();
    }
  };

  const add = async (chunk: string | Uint8Array) => {
    const bytes = Buffer.from(chunk as string);
    if (file === undefined && memoryBytes + bytes.length <= MAX_MEMORY_BYTES) {
      memory.push(bytes);
      memoryBytes += bytes.length;
    } else await append(bytes);
    wakeReader();
  };

  const readNext = async (): Promise<Buffer | undefined> => {
    const first = memory.shift();
    if (first) {
      memoryBytes -= first.length;
      return first;
    }
    if (file === undefined || readBytes === writtenBytes) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(READ_BYTES, writtenBytes - readBytes));
    await file.read(bytes, 0, bytes.length, readBytes);
    readBytes += bytes.length;
    if (readBytes === writtenBytes && !isWriting) dropFile();
    return bytes;
  };

  const close = () => {
    isClosed = true;
    if (!isWriting) dropFile();
  };

  return {
    close,
    fill: async (chunks: AsyncIterable<string | Uint8Array>) => {
      try {
        for await (const chunk of chunks) {
          if (isClosed) break;
          if (chunk.length > 0) await add(chunk);
        }
      } catch (error) {
        failure = error;
      }
      isComplete = true;
      wakeReader();
    },
    read: async function* () {
      try {
        for (;;) {
          const bytes = await readNext();
          if (failure !== undefined) throw failure;
          if (bytes) yield bytes;
          else if (isComplete && memory.length === 0 && readBytes === writtenBytes) return;
          else {
            await new Promise<void>((resolve) => {
              wakeReader = resolve;
              if (isComplete || memory.length > 0 || readBytes < writtenBytes) resolve();
            });
          }
        }
      } finally {
        close();
      }
    },
  };
};

/** When the disk is full, a single write may be cut short without an error. */
const writeAll = async (file: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new SpoolFullError();
    done += bytesWritten;
  }
};
