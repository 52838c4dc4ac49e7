import type { StoredFile } from '#service/files/files.ts';
import {
  formatPieceKey,
  formatStoredKey,
  formatThumbnailKey,
  parseUploadKey,
  type UploadIds,
} from './stored-names.ts';

/** The columns of an upload that determine the keys of its files. */
export type KnownUpload = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * A file is written before its row, so new files are never garbage. The long period also gives administrators time to
 * notice that an older database was restored, or that two servers share one storage.
 */
const GRACE_MS = 7 * 86_400_000;

export const listNeededKeys = (upload: KnownUpload): string[] => [
  ...(upload.stored_as === null
    ? []
    : [formatStoredKey(upload, upload.stored_as), formatThumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => formatPieceKey(upload, piece)),
];

/** Finds old files that have no row. Ignores files whose names this service would not create. */
export const findGarbage = (
  files: readonly StoredFile[],
  uploads: readonly KnownUpload[],
  now: number,
): string[] => {
  const needed = new Set(uploads.flatMap(listNeededKeys));
  return files
    .filter(({ key, modifiedAt }) => {
      const isUploadFile = parseUploadKey(key) !== undefined;
      return isUploadFile && !needed.has(key) && now - modifiedAt.getTime() > GRACE_MS;
    })
    .map(({ key }) => key);
};

/** Having up to this many files without a row is normal. */
const MAX_EXPECTED = 100;
const MAX_SHARE = 0.1;

/**
 * True if this is probably the wrong database: an older one was restored, or it belongs to another server.
 */
export const isSuspicious = (garbage: number, total: number): boolean =>
  garbage > MAX_EXPECTED && garbage > total * MAX_SHARE;
