import type { StoredFile } from '#service/files/files.ts';
import { ownerOf, pieceKey, storedKey, thumbnailKey, type UploadIds } from './stored-names.ts';

/** The data of an upload that determines its files. */
export type KnownUpload = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * A file is written before its row, and the outcome of a request may be unknown for a moment. And after restoring an older
 * database, or pointing two servers at one storage, an administrator has some days to notice.
 */
const GRACE_MS = 7 * 86_400_000;

/** The keys of the files that a row needs. */
export const neededKeys = (upload: KnownUpload): string[] => [
  ...(upload.stored_as === null
    ? []
    : [storedKey(upload, upload.stored_as), thumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => pieceKey(upload, piece)),
];

/** The files without a row that no one can still be writing. Ignores files whose names this service does not create. */
export const findGarbage = (
  files: readonly StoredFile[],
  uploads: readonly KnownUpload[],
  now: number,
): string[] => {
  const needed = new Set(uploads.flatMap(neededKeys));
  return files
    .filter(({ key, modifiedAt }) => {
      const isFirst = ownerOf(key) !== undefined;
      return isFirst && !needed.has(key) && now - modifiedAt.getTime() > GRACE_MS;
    })
    .map(({ key }) => key);
};

/** Up to so many files without a row are normal. */
const FEW = 100;
const SHARE = 0.1;

/**
 * Whether there is so much garbage that the database is more likely wrong: an older one was restored, or it belongs to
 * another server.
 */
export const isTooMuch = (garbage: number, all: number): boolean => garbage > FEW && garbage > all * SHARE;
