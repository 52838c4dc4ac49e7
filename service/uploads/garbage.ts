import type { StoredFile } from '#service/files/files.ts';
import { ownerOf, pieceKey, storedKey, thumbnailKey, type UploadIds } from './stored-names.ts';

/** The columns of an upload that determine the keys of its files. */
export type KnownUpload = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * A file is written before its row, so new files are never garbage. The long period also gives administrators time to notice
 * that an older database was restored, or that two servers use one storage.
 */
const GRACE_MS = 7 * 86_400_000;

/** The keys of the files of an upload. */
export const neededKeys = (upload: KnownUpload): string[] => [
  ...(upload.stored_as === null
    ? []
    : [storedKey(upload, upload.stored_as), thumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => pieceKey(upload, piece)),
];

/** Finds old files without a row. Ignores files whose names this service does not create. */
export const findGarbage = (
  files: readonly StoredFile[],
  uploads: readonly KnownUpload[],
  now: number,
): string[] => {
  const needed = new Set(uploads.flatMap(neededKeys));
  return files
    .filter(({ key, modifiedAt }) => {
      const isUploadFile = ownerOf(key) !== undefined;
      return isUploadFile && !needed.has(key) && now - modifiedAt.getTime() > GRACE_MS;
    })
    .map(({ key }) => key);
};

/** Up to this many files without a row are normal. */
const MAX_EXPECTED = 100;
const MAX_SHARE = 0.1;

/**
 * Returns true if there is so much garbage that it is more likely the wrong database: an older one was restored, or it belongs
 * to another server.
 */
export const isSuspicious = (garbage: number, total: number): boolean =>
  garbage > MAX_EXPECTED && garbage > total * MAX_SHARE;
