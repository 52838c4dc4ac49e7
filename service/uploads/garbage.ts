import type { StoredFile } from '#service/files/files.ts';
import { ownerOf, pieceKey, storedKey, thumbnailKey, type UploadIds } from './stored-names.ts';

/** What is known of an upload that files may belong to. */
export type KnownUpload = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * A file is put down before its row is written, and what came of a request may be in doubt for a moment. And who restores
 * an older database, or points two servers at one place, has some days to notice.
 */
const GRACE_MS = 7 * 86_400_000;

/** The keys under which a row expects files. */
export const neededKeys = (upload: KnownUpload): string[] => [
  ...(upload.stored_as === null
    ? []
    : [storedKey(upload, upload.stored_as), thumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => pieceKey(upload, piece)),
];

/** The files that nobody needs and nobody can still be writing. Files that this service did not name are left alone. */
export const findGarbage = (
  files: readonly StoredFile[],
  uploads: readonly KnownUpload[],
  now: number,
): string[] => {
  const needed = new Set(uploads.flatMap(neededKeys));
  return files
    .filter(({ key, modifiedAt }) => {
      const isOurs = ownerOf(key) !== undefined;
      return isOurs && !needed.has(key) && now - modifiedAt.getTime() > GRACE_MS;
    })
    .map(({ key }) => key);
};

/** Fewer may be wrong without anybody having to look. */
const FEW = 100;
const SHARE = 0.1;

/**
 * Whether so much is nobody's that it is more likely the database that is wrong: an older one was restored, or it is that
 * of another server.
 */
export const isTooMuch = (garbage: number, all: number): boolean => garbage > FEW && garbage > all * SHARE;
