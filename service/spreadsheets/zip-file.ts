import { crc32, createInflateRaw } from 'node:zlib';
import { sentence } from '#i18n/sentence.ts';
import { Unreadable } from './unreadable.ts';

/** A zip archive in memory: its directory is read, its entries are unpacked piece by piece, when they are asked for. */
export type ZipFile = {
  has(name: string): boolean;
  /** Unpacks an entry. Throws `Unreadable` if it is damaged, or if all entries together exceed the limit given to `openZip`. */
  unpack(name: string): AsyncGenerator<Buffer>;
};

type Entry = { method: number; crc: number; size: number; packed: number; at: number };

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 0xffff;
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
/** Bytes per unpacked piece. */
const PIECE = 128 * 1024;

const broken = () => new Unreadable(sentence`The file is damaged: it is not a complete .xlsx file.`);

/** Normalises a name, because programs differ in letter case and slashes. */
const plainName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export const openZip = (bytes: Buffer, maxUnpacked: number): ZipFile => {
  const entries = readDirectory(bytes);
  let unpacked = 0;
  return {
    has: (name) => entries.has(plainName(name)),
    unpack: async function* (name) {
      const entry = entries.get(plainName(name));
      if (entry === undefined)
        throw new Unreadable(sentence`The file is damaged: the part ${name} is missing.`);
      let crc = 0;
      let size = 0;
      for await (const piece of inflate(packedBytes(bytes, entry), entry.method)) {
        unpacked += piece.length;
        size += piece.length;
        if (unpacked > maxUnpacked) {
          throw new Unreadable(
            sentence`The file is too large: unpacked it has more than ${maxUnpacked / 1024 / 1024} MiB.`,
          );
        }
        crc = crc32(piece, crc);
        yield piece;
      }
      if (crc !== entry.crc || size !== entry.size) throw broken();
    },
  };
};

const readDirectory = (bytes: Buffer): Map<string, Entry> => {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new Unreadable(sentence`The file has more than ${MAX_ENTRIES} parts.`);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw broken();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw broken();
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted) throw new Unreadable(sentence`The file is protected by a password.`);
    const name = plainName(bytes.toString('utf8', at + 46, nameEnd));
    if (!entries.has(name)) {
      entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        packed: bytes.readUInt32LE(at + 20),
        size: bytes.readUInt32LE(at + 24),
        at: bytes.readUInt32LE(at + 42),
      });
    }
    at = next;
  }
  return entries;
};

/** The end of the directory is at the end of the file, followed by at most a comment. */
const findEnd = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let index = bytes.length - END_LENGTH; index >= first; index--)
    if (bytes.readUInt32LE(index) === END_OF_DIRECTORY) return index;
  throw broken();
};

const packedBytes = (bytes: Buffer, { at, packed }: Entry): Buffer => {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL_ENTRY) throw broken();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + packed > bytes.length) throw broken();
  return bytes.subarray(start, start + packed);
};

async function* inflate(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) yield packed;
  else if (method !== DEFLATED) throw broken();
  else {
    const inflater = createInflateRaw({ chunkSize: PIECE });
    inflater.end(packed);
    try {
      for await (const piece of inflater) yield piece;
    } catch (error) {
      throw isZlibError(error) ? broken() : error;
    } finally {
      inflater.destroy();
    }
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER)/.test(String(error.code));
