import type { StoredFile } from '#service/files/files.ts';
import {
  formatPieceKey,
  formatStoredKey,
  formatThumbnailKey,
  parseUploadKey,
  type UploadIds,
} from './stored-names.ts';

/** Determines the keys of an upload's files. */
export type UploadWithPieces = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * Younger files are not deleted, because a file is written before its row. The long period also gives administrators
 * time to notice that an older database was restored, or that two servers share one storage.
 */
const GRACE_MS = 7 * 86_400_000;

export const listNeededKeys = (upload: UploadWithPieces): string[] => [
  ...(upload.stored_as === null
    ? []
    : [formatStoredKey(upload, upload.stored_as), formatThumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => formatPieceKey(upload, piece)),
];

/** Ignores files with names that this service would not create. */
export const findGarbage = (
  files: readonly StoredFile[],
  uploads: readonly UploadWithPieces[],
  now: number,
): string[] => {
  const neededKeys = new Set(uploads.flatMap(listNeededKeys));
  return files
    .filter(({ key, modifiedAt }) => {
      const isUploadFile = parseUploadKey(key) !== undefined;
      return isUploadFile && !neededKeys.has(key) && now - modifiedAt.getTime() > GRACE_MS;
    })
    .map(({ key }) => key);
};

/** This many files without a row are normal. */
const MAX_EXPECTED_GARBAGE = 100;
/** Above that, up to this share of all files may have no row. */
const MAX_GARBAGE_SHARE = 0.1;

/** Returns true if the database is probably an older copy or that of another server. */
export const isProbablyWrongDatabase = (garbageCount: number, fileCount: number): boolean =>
  garbageCount > MAX_EXPECTED_GARBAGE && garbageCount > fileCount * MAX_GARBAGE_SHARE;
