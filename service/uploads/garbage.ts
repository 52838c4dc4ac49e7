import type { StoredFile } from '#service/files/files.ts';
import {
  formatPieceKey,
  formatStoredKey,
  formatThumbnailKey,
  parseUploadKey,
  type UploadIds,
} from './stored-names.ts';

/** The data that determines the keys of an upload's files. */
export type UploadWithPieces = UploadIds & {
  stored_as: string | null;
  pieces: readonly { start: number; name: string }[];
};

/**
 * Younger files are never deleted, because a file is written before its row. The long period also gives
 * administrators time to notice that an older database was restored, or that two servers share one storage.
 */
const GRACE_MS = 7 * 86_400_000;

export const listNeededKeys = (upload: UploadWithPieces): string[] => [
  ...(upload.stored_as === null
    ? []
    : [formatStoredKey(upload, upload.stored_as), formatThumbnailKey(upload, upload.stored_as)]),
  ...upload.pieces.map((piece) => formatPieceKey(upload, piece)),
];

/** Ignores files whose names this service would not create. */
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

/** It is normal that up to this many files have no row. */
const MAX_EXPECTED_GARBAGE = 100;
/** If more files have no row, up to this share of all files may have none. */
const MAX_GARBAGE_SHARE = 0.1;

/** Returns true if an older database was probably restored, or if the database belongs to another server. */
export const isProbablyWrongDatabase = (garbageCount: number, fileCount: number): boolean =>
  garbageCount > MAX_EXPECTED_GARBAGE && garbageCount > fileCount * MAX_GARBAGE_SHARE;
