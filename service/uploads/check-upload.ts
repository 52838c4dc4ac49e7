import { createHash } from 'node:crypto';
import { type Message, msg } from '#i18n/message.ts';
import type { Files } from '#service/files/files.ts';
import type { StoredUpload } from './complete-upload.ts';
import { createTextCheck, identifyDocument, identifyMediaType, TAIL_BYTES } from './media-type.ts';
import type { Picture } from './picture.ts';
import { formatPieceKey, formatStoredKey, formatThumbnailKey, type Piece } from './stored-names.ts';
import type { UploadKind } from './upload-kind.ts';
import type { UploadRow } from './upload-queries.ts';

/** The files of a `storedUpload` are already in storage. */
export type CheckResult = { storedUpload: StoredUpload } | { rejection: Message; isHashMismatch?: true };

type CheckOptions = {
  pieces: readonly Piece[];
  kind: UploadKind;
  keepPosition: boolean;
  storedAs: string;
};

/** The accepted types and their common names (S38). */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
};
const FILE_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/plain': 'text in UTF-8',
  ...PICTURE_TYPES,
  'image/heic': 'HEIC',
  'image/gif': 'GIF',
  'audio/mp4': 'M4A',
  'audio/mpeg': 'MP3',
  'audio/ogg': 'Ogg',
  'audio/wav': 'WAV',
  'video/mp4': 'MP4',
  'video/quicktime': 'QuickTime',
  'video/webm': 'WebM',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word (docx)',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel (xlsx)',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint (pptx)',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'OpenDocument presentation',
};

export const checkUpload = (files: Files, upload: UploadRow, options: CheckOptions): Promise<CheckResult> =>
  options.kind === 'file' ? storeUnchanged(files, upload, options) : storePicture(files, upload, options);

const storePicture = async (
  files: Files,
  upload: UploadRow,
  { pieces, kind, storedAs, keepPosition }: CheckOptions,
): Promise<CheckResult> => {
  const { original, sha256 } = await readPicture(files, upload, pieces);
  if (hasHashMismatch(upload, sha256)) return HASH_MISMATCH;
  const mediaType = identifyMediaType(original);
  if (mediaType === undefined || !(mediaType in PICTURE_TYPES))
    return createTypeRejection(PICTURE_TYPES, mediaType);
  const { InvalidPictureError, reencodePicture } = await import('./picture.ts');
  try {
    const picture = await reencodePicture(original, { encodeAsPng: kind === 'signature' });
    await files.put(formatStoredKey(upload, storedAs), picture.content, picture.content.length);
    await files.put(formatThumbnailKey(upload, storedAs), picture.thumbnail, picture.thumbnail.length);
    return { storedUpload: toStoredUpload(picture, { sha256, storedAs, keepPosition }) };
  } catch (error) {
    if (error instanceof InvalidPictureError) return { rejection: error.localizableMessage };
    throw error;
  }
};

/** Works chunk by chunk: hashing and copying 30 MiB at the end would take up to 90 ms. */
const readPicture = async (
  files: Files,
  upload: UploadRow,
  pieces: readonly Piece[],
): Promise<{ original: Buffer; sha256: Buffer }> => {
  const hash = createHash('sha256');
  const picture = Buffer.allocUnsafeSlow(upload.size);
  let length = 0;
  for await (const chunk of readPieces(files, upload, pieces)) {
    hash.update(chunk);
    length += chunk.copy(picture, length);
  }
  return { original: picture.subarray(0, length), sha256: hash.digest() };
};

/** Includes the position only if the workbook asks for it (S40). The time reveals no more than the answers do. */
const toStoredUpload = (
  { content, thumbnail, mediaType, width, height, position, takenAt }: Picture,
  { sha256, storedAs, keepPosition }: { sha256: Buffer; storedAs: string; keepPosition: boolean },
): StoredUpload => ({
  storedAs,
  sha256,
  bytes: content.length,
  mediaType,
  thumbnailBytes: thumbnail.length,
  width,
  height,
  position: (keepPosition && position) || null,
  takenAt: takenAt ?? null,
});

const storeUnchanged = async (
  files: Files,
  upload: UploadRow,
  { pieces, storedAs }: CheckOptions,
): Promise<CheckResult> => {
  const scanner = createContentScanner();
  const key = formatStoredKey(upload, storedAs);
  await files.put(key, scanner.passThrough(readPieces(files, upload, pieces)), upload.size);
  const { sha256, mediaType } = scanner.getResult();
  if (hasHashMismatch(upload, sha256)) return HASH_MISMATCH;
  if (mediaType === undefined || !(mediaType in FILE_TYPES))
    return createTypeRejection(FILE_TYPES, mediaType);
  const bytes = upload.size;
  const noPictureData = { thumbnailBytes: null, width: null, height: null, position: null, takenAt: null };
  return { storedUpload: { storedAs, sha256, bytes, mediaType, ...noPictureData } };
};

async function* readPieces(
  files: Files,
  upload: UploadRow,
  pieces: readonly Piece[],
): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield* await files.read(formatPieceKey(upload, piece));
}

const HEAD_BYTES = 4_096;

const createContentScanner = () => {
  const hash = createHash('sha256');
  const textCheck = createTextCheck();
  let head: Buffer = Buffer.alloc(0);
  const tail: Buffer[] = [];
  let tailBytes = 0;
  const add = (chunk: Buffer) => {
    hash.update(chunk);
    textCheck.add(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes - tail[0]!.length >= TAIL_BYTES) tailBytes -= tail.shift()!.length;
  };
  return {
    passThrough: async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        add(chunk);
        yield chunk;
      }
    },
    getResult: () => ({
      sha256: hash.digest(),
      mediaType:
        identifyMediaType(head) ??
        identifyDocument(head, Buffer.concat(tail)) ??
        (textCheck.isText() ? 'text/plain' : undefined),
    }),
  };
};

const HASH_MISMATCH: CheckResult = {
  rejection: msg`The file does not match the announced sha256. Send it again.`,
  isHashMismatch: true,
};

const hasHashMismatch = ({ announced_sha256 }: UploadRow, sha256: Buffer): boolean =>
  announced_sha256 !== null && !announced_sha256.equals(sha256);

const createTypeRejection = (
  accepted: Readonly<Record<string, string>>,
  mediaType: string | undefined,
): CheckResult => ({
  rejection: msg`The content of the file is ${mediaType ?? msg`of an unknown type`}; accepted formats are ${Object.values(accepted).join(', ')}.`,
});
