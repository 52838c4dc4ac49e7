import { finished, PassThrough, type Readable } from 'node:stream';

/** A byte range. `start` and `end` are zero-based and inclusive. */
type ByteRange = { start: number; end: number };

export type StoredFile = { key: string; bytes: number; modifiedAt: Date };

/** Keys such as `7/0199…/piece` never come from clients. Any method may throw FileStoreUnavailableError. */
export type Files = {
  /** Writes a file. It becomes visible only once complete, and survives a power failure once `put` returns. */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, bytes: number): Promise<void>;
  /** Reads a file or a range of it. Throws FileNotFoundError. The stream may end with FileStoreUnavailableError. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Returns the size in bytes, or undefined if the file does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Deletes files. A missing file is not an error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists files in no particular order, including any still being written, under temporary names. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Throws if files cannot be written. Called once, at startup. */
  check(): Promise<void>;
  close(): void;
};

export class FileNotFoundError extends Error {
  constructor(key: string) {
    super(`File ${key} not found.`);
    this.name = 'FileNotFoundError';
  }
}

/** Thrown if the file store is unreachable, full or failing. The same request may succeed later. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The file store is unavailable: ${(cause as Error).message}`, { cause });
    this.name = 'FileStoreUnavailableError';
  }
}

/** If the store fails, the returned stream ends with FileStoreUnavailableError, so that readers retry. */
export const withInterruptionErrors = (content: Readable): Readable => {
  const stream = new PassThrough();
  finished(content, (error) => error && stream.destroy(new FileStoreUnavailableError(error)));
  stream.once('close', () => content.destroy());
  return content.pipe(stream);
};

const KEY_PATTERN = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

export const isKey = (key: string): boolean => KEY_PATTERN.test(key) && key.length <= 512;

export const requireKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`'${key}' is not a valid file key.`);
  return key;
};

/** Throws unless the content is `bytes` long: an HTTP client would otherwise wait for the rest. */
export async function* requireLength(
  bytes: number,
  content: Buffer | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    length += chunk.length;
    if (length > bytes) break;
    yield chunk;
  }
  if (length !== bytes)
    throw new Error(`Expected a file of ${bytes} bytes, but its content has a different length.`);
}
