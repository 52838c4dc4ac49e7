import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { Files } from '#service/files/files.ts';
import { createTextCheck, identifyDocument, identifyHead, TAIL_BYTES } from './content-type.ts';
import { type Picture, PictureUnfit, reencodePicture } from './picture.ts';
import type { Kept } from './settle-upload.ts';
import { type Piece, pieceKey, storedKey, thumbnailKey } from './stored-names.ts';
import type { UploadKind } from './upload-kind.ts';
import type { UploadRow } from './upload-queries.ts';

/** What came of looking at all of an upload. With `kept`, its files are there. */
export type Examined = { kept: Kept } | { refusal: Sentence; isOtherBytes?: true };

type ExamineOptions = {
  pieces: readonly Piece[];
  kind: UploadKind;
  keepPosition: boolean;
  /** The name under which its files are to be kept. */
  storedAs: string;
};

/** What the content of each kind may be (S38), as people call it. Everything else is refused. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
};
const FILES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/plain': 'text in UTF-8',
  ...PICTURES,
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

/** Looks at an upload whose bytes are all here, and puts what is to be kept of it among the files. */
export const examineUpload = (files: Files, upload: UploadRow, options: ExamineOptions): Promise<Examined> =>
  options.kind === 'file'
    ? keepAsItIs(files, upload, options)
    : keepPicture(files, upload, { ...options, asPng: options.kind === 'signature' });

const keepPicture = async (
  files: Files,
  upload: UploadRow,
  { pieces, storedAs, keepPosition, asPng }: ExamineOptions & { asPng: boolean },
): Promise<Examined> => {
  const given = await buffer(bytesOf(files, upload, pieces));
  const sha256 = createHash('sha256').update(given).digest();
  if (isAnother(upload, sha256)) return OTHER_BYTES;
  const contentType = identifyHead(given);
  if (contentType === undefined || !(contentType in PICTURES)) return notOneOf(PICTURES, contentType);
  try {
    const picture = await reencodePicture(given, { asPng });
    await files.put(storedKey(upload, storedAs), picture.content, picture.content.length);
    await files.put(thumbnailKey(upload, storedAs), picture.thumbnail, picture.thumbnail.length);
    return { kept: ofPicture(picture, { sha256, storedAs, keepPosition }) };
  } catch (error) {
    if (error instanceof PictureUnfit) return { refusal: sentence`The picture ${error.sentence}.` };
    throw error;
  }
};

/** When it was taken tells of the inspection no more than its answers do; where, only if the workbook asks (S40). */
const ofPicture = (
  { content, thumbnail, contentType, width, height, position, takenAt }: Picture,
  { sha256, storedAs, keepPosition }: { sha256: Buffer; storedAs: string; keepPosition: boolean },
): Kept => ({
  storedAs,
  sha256,
  bytes: content.length,
  contentType,
  thumbnailBytes: thumbnail.length,
  width,
  height,
  position: (keepPosition && position) || null,
  takenAt: takenAt ?? null,
});

const keepAsItIs = async (
  files: Files,
  upload: UploadRow,
  { pieces, storedAs }: ExamineOptions,
): Promise<Examined> => {
  const look = createLook();
  const key = storedKey(upload, storedAs);
  await files.put(key, look.through(bytesOf(files, upload, pieces)), upload.size);
  const { sha256, contentType } = look.seen();
  if (isAnother(upload, sha256)) return OTHER_BYTES;
  if (contentType === undefined || !(contentType in FILES)) return notOneOf(FILES, contentType);
  const bytes = upload.size;
  const isNoPicture = { thumbnailBytes: null, width: null, height: null, position: null, takenAt: null };
  return { kept: { storedAs, sha256, bytes, contentType, ...isNoPicture } };
};

async function* bytesOf(files: Files, upload: UploadRow, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield* await files.read(pieceKey(upload, piece));
}

/** Bytes from the beginning that are enough to tell what something is. */
const HEAD_BYTES = 4_096;

/** Learns what passes by, however much it is and in whatever chunks: its hash and its type. */
const createLook = () => {
  const hash = createHash('sha256');
  const text = createTextCheck();
  let head: Buffer = Buffer.alloc(0);
  const tail: Buffer[] = [];
  let tailBytes = 0;
  const add = (chunk: Buffer) => {
    hash.update(chunk);
    text.add(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes - tail[0]!.length >= TAIL_BYTES) tailBytes -= tail.shift()!.length;
  };
  return {
    through: async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        add(chunk);
        yield chunk;
      }
    },
    seen: () => ({
      sha256: hash.digest(),
      contentType:
        identifyHead(head) ??
        identifyDocument(head, Buffer.concat(tail)) ??
        (text.isText() ? 'text/plain' : undefined),
    }),
  };
};

const OTHER_BYTES: Examined = {
  refusal: sentence`The bytes that came are not those of the announced sha256: send it again.`,
  isOtherBytes: true,
};

const isAnother = ({ announced_sha256 }: UploadRow, sha256: Buffer): boolean =>
  announced_sha256 !== null && !announced_sha256.equals(sha256);

const notOneOf = (taken: Readonly<Record<string, string>>, contentType: string | undefined): Examined => ({
  refusal: sentence`By its content it is ${contentType ?? sentence`of no kind that is known`}; taken are ${Object.values(taken).join(', ')}.`,
});
