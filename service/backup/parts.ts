import { pipeline as pipe, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Files } from '#service/files/files.ts';
import { DamagedSetError, hash, type Part } from './manifest.ts';
import { formatSetPrefix } from './sets.ts';

/** The compressed size of a part, which is held in memory and sent to an object store in a single request. */
const PART_BYTES = 8 * 2 ** 20;

export type PartOptions = { signal: AbortSignal; onBytes?: (bytes: number) => void };

/** Compresses the source and stores it in the set as `NAME.0001.zst`, `NAME.0002.zst` and so on. */
export const writeParts = async (
  target: Files,
  set: string,
  name: string,
  source: Readable | AsyncIterable<Buffer>,
  { signal, onBytes = () => {} }: PartOptions,
): Promise<Part[]> => {
  const parts: Part[] = [];
  await pipeline(
    source,
    createZstdCompress(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const content of splitIntoParts(compressed)) {
        const part = {
          name: `${name}.${String(parts.length + 1).padStart(4, '0')}.zst`,
          bytes: content.length,
          sha256: hash(content),
        };
        await target.put(formatSetPrefix(set) + part.name, content, part.bytes);
        parts.push(part);
        onBytes(part.bytes);
      }
    },
    { signal },
  );
  return parts;
};

async function* splitIntoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunksOfPart: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    chunksOfPart.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(chunksOfPart);
    chunksOfPart = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunksOfPart);
}

/** Throws DamagedSetError if the content does not match the manifest. */
export const readPart = async (target: Files, set: string, part: Part): Promise<Buffer> => {
  const key = formatSetPrefix(set) + part.name;
  // Check the size before reading the entire part into memory.
  const bytes = await target.size(key);
  if (bytes === undefined) throw new DamagedSetError(key, 'is missing');
  if (bytes !== part.bytes) throw new DamagedSetError(key, `has ${bytes} bytes, not ${part.bytes}`);
  const content = await target.read(key).then(buffer);
  if (hash(content) !== part.sha256) throw new DamagedSetError(key, 'is damaged: its SHA-256 differs');
  return content;
};

export const readParts = async (
  target: Files,
  set: string,
  parts: readonly Part[],
  sink: NodeJS.WritableStream | ((content: AsyncIterable<Buffer>) => Promise<void>),
  { signal, onBytes = () => {} }: PartOptions,
): Promise<void> => {
  const compressed = async function* () {
    for (const part of parts) {
      yield await readPart(target, set, part);
      onBytes(part.bytes);
    }
  };
  await pipeline(compressed, createZstdDecompress(), sink as NodeJS.WritableStream, { signal });
};

export async function* readLines(target: Files, set: string, parts: readonly Part[]): AsyncGenerator<string> {
  const verifiedParts = async function* () {
    for (const part of parts) yield await readPart(target, set, part);
  };
  yield* decompressLines(verifiedParts());
}

/** Reads as much of an unfinished set's list as was written. It cannot be verified, as it has no digests yet. */
export async function* readUnfinishedLines(target: Files, set: string, name: string): AsyncGenerator<string> {
  const keys: string[] = [];
  for await (const { key } of target.list(`${formatSetPrefix(set)}${name}.`)) {
    if (key.endsWith('.zst')) keys.push(key);
  }
  const parts = async function* () {
    for (const key of keys.sort()) yield await buffer(await target.read(key));
  };
  yield* decompressLines(parts());
}

/** Guards against a few compressed bytes that expand to a huge line. */
const MAX_LINE_LENGTH = 4_096;

async function* decompressLines(compressed: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let incompleteLine = '';
  // The iterator throws any error. Without a callback, it would also be emitted as an unhandled event.
  const decompressed = pipe(Readable.from(compressed), createZstdDecompress(), () => {});
  try {
    for await (const chunk of decompressed.setEncoding('utf8')) {
      const lines = (incompleteLine + chunk).split('\n');
      incompleteLine = lines.pop()!;
      yield* lines;
      if (incompleteLine.length > MAX_LINE_LENGTH) break;
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ZSTD_')) throw error;
    throw new DamagedSetError('The list of files', `cannot be decompressed: ${(error as Error).message}`);
  }
  if (incompleteLine !== '') yield incompleteLine;
}
