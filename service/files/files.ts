import { finished, PassThrough, type Readable } from 'node:stream';

/** Bytes of a file from `start` up to and with `end`, counted from 0. */
export type ByteRange = { start: number; end: number };

export type StoredFile = { key: string; bytes: number; modifiedAt: Date };

/**
 * Where files are kept: in a folder or in an object store, which behave alike. A file is named by a key that this
 * service makes up, such as `7/0199…/piece`, never by a caller. Everything here may throw FilesUnavailable.
 */
export type Files = {
  /** Writes a file. Nobody sees it before it is whole, and when this returns it survives the loss of power. */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, bytes: number): Promise<void>;
  /** The bytes of a file, or some of them; throws FileMissing. They too may break off with FilesUnavailable. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** How many bytes it has; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Deletes files; one that is not there is no fault. */
  delete(keys: readonly string[]): Promise<void>;
  /** Every file whose key begins so, in no particular order. What is being written may be among them, under a name of its own. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Throws when files cannot be written here: asked once, at the start. */
  check(): Promise<void>;
  close(): void;
};

/** There is no file of this name. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`There is no file ${key}.`);
    this.name = 'FileMissing';
  }
}

/** Where files are kept is out of reach, full or broken: the same request may succeed later. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(`Files cannot be reached: ${(cause as Error).message}`, { cause });
    this.name = 'FilesUnavailable';
  }
}

/**
 * The bytes of a file that was found. Where they come from may be lost in the middle of them, which is no other fault than
 * not being there at all: whoever reads is to come back later, and what was read is no damaged file.
 */
export const toldWhenLost = (content: Readable): Readable => {
  const told = new PassThrough();
  finished(content, (error) => error && told.destroy(new FilesUnavailable(error)));
  told.once('close', () => content.destroy());
  return content.pipe(told);
};

const KEY = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Whether a file of this name may have been put here. */
export const isKey = (key: string): boolean => KEY.test(key) && key.length <= 512;

/** Keys are made by this service, so that one which leaves its folder is a fault of ours. */
export const mustBeKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`'${key}' is not the key of a file.`);
  return key;
};

/** The content as it comes, given up when it is not as long as it should be: the rest would be waited for. */
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
  if (seen !== bytes) throw new Error(`A file of ${bytes} bytes is of another length.`);
}
