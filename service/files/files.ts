import { finished, PassThrough, type Readable } from 'node:stream';

/** A range of bytes from `start` to `end`, both inclusive, counted from 0. */
export type ByteRange = { start: number; end: number };

export type StoredFile = { key: string; bytes: number; modifiedAt: Date };

/**
 * A file store: a folder or an object store, which behave alike. A key such as `7/0199…/piece` names a file; the
 * service creates keys itself and never takes them from a client. Every method may throw FilesUnavailable.
 */
export type Files = {
  /** Writes a file. It becomes visible only when complete, and survives a power failure once this returns. */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, bytes: number): Promise<void>;
  /** Reads a file or a range of it. Throws FileMissing; the stream may end with FilesUnavailable. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; undefined if the file does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Deletes files; a missing file is not an error. */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * Lists every file whose key starts with the prefix, in no particular order. Files that are being written may be
   * included, under temporary names.
   */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Throws if files cannot be written. Called once at start. */
  check(): Promise<void>;
  close(): void;
};

/** The file does not exist. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`File ${key} not found.`);
    this.name = 'FileMissing';
  }
}

/** The file store cannot be reached, is full or fails. The same request may succeed later. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The file store is unavailable: ${(cause as Error).message}`, { cause });
    this.name = 'FilesUnavailable';
  }
}

/**
 * Passes on the bytes of a file. If the store fails while they are read, the stream ends with FilesUnavailable: the
 * reader should retry later, and the file must not be taken for damaged.
 */
export const reportInterruption = (content: Readable): Readable => {
  const stream = new PassThrough();
  finished(content, (error) => error && stream.destroy(new FilesUnavailable(error)));
  stream.once('close', () => content.destroy());
  return content.pipe(stream);
};

const KEY = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Returns true if the text is a valid key. */
export const isKey = (key: string): boolean => KEY.test(key) && key.length <= 512;

/**
 * Returns a valid key and throws for any other. The service creates all keys, so an invalid one is an internal error.
 */
export const requireKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`'${key}' is not a valid file key.`);
  return key;
};

/** Passes on the content, and throws if its length differs from `bytes`; a client would wait for the rest. */
export async function* exactly(
  bytes: number,
  content: Buffer | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    seen += chunk.length;
    if (seen > bytes) break;
    yield chunk;
  }
  if (seen !== bytes)
    throw new Error(`Expected a file of ${bytes} bytes, but its content has another length.`);
}
