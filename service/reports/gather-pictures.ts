import type { Readable } from 'node:stream';
import sharp from 'sharp';
import type { ReportedUpload, ReportFacts } from '#report/report-facts.ts';
import type { Database } from '#service/database/connect.ts';
import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { storedKey, thumbnailKey } from '#service/uploads/stored-names.ts';
import { ARRIVED, listUploads, type UploadRow } from '#service/uploads/upload-queries.ts';
import type { ReportPictures } from './report-job.ts';
import { reportsOverloaded } from './report-problems.ts';

type Answered = Pick<ReportFacts['inspection'], 'answers' | 'comments' | 'items'>;

/** Metadata of the uploads that the answers refer to, and the pictures, scaled down to what a page needs. */
export type Gathered = { uploads: ReportFacts['uploads']; pictures: ReportPictures };

/** With more pictures than this, thumbnails are used, so that the longest report has at most 40 MB. */
const MAX_LARGE = 60;
/** Longest edge in pixels: 180 per inch with two pictures next to each other. */
const EDGE = 1_200;
const JPEG = { quality: 78 };
const WHITE = { r: 255, g: 255, b: 255 };

/** Reads the uploads that answers and comments refer to. Stops when all clients have disconnected. */
export const gatherPictures = async (
  { db, files }: { db: Database; files: Files },
  tenantId: number,
  inspection: Answered & { id: string },
  gone: AbortSignal,
): Promise<Gathered> => {
  const rows = await answerUploads(db, tenantId, inspection);
  const shown = rows.filter(isPicture);
  const read = shown.length > MAX_LARGE ? readThumbnail : readSmaller;
  const pictures = new Map<string, Uint8Array>();
  // One at a time (55 ms each), because decoding uses the four threads that also read files and check passwords.
  for (const row of shown) {
    if (gone.aborted) throw reportsOverloaded();
    const content = await read(files, row).catch(unlessLost);
    // A copy, because memory that is transferred to a worker must not be shared.
    if (content) pictures.set(row.upload_id, new Uint8Array(content));
  }
  const uploads: Record<string, ReportedUpload> = {};
  for (const row of rows) {
    const isShown = pictures.has(row.upload_id);
    // A picture whose file is lost is shown as not received.
    if (isShown || !isPicture(row)) uploads[row.upload_id] = presentUpload(row, isShown);
  }
  return { uploads, pictures };
};

const PAGE = 500;

/** Complete uploads that an answer or comment refers to. Replaced pictures are not included. */
const answerUploads = async (
  db: Database,
  tenantId: number,
  inspection: Answered & { id: string },
): Promise<UploadRow[]> => {
  const named = new Set<string>();
  for (const { answers, comments } of [inspection, ...inspection.items]) {
    collectTexts([answers, comments], named);
  }
  const found: UploadRow[] = [];
  for (let after: string | null = null; ; ) {
    const rows = await listUploads(db, tenantId, inspection.id, { after, limit: PAGE });
    found.push(...rows.filter(({ state, upload_id }) => state === ARRIVED && named.has(upload_id)));
    after = rows.at(-1)?.upload_id ?? null;
    if (rows.length < PAGE) return found;
  }
};

/** Collects every string in a value. They include the upload IDs, also inside repeats. */
const collectTexts = (value: unknown, into: Set<string>): void => {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) collectTexts(each, into);
  }
};

/** Pictures are re-encoded on arrival and have a thumbnail. Answers of type file are stored as received, never decoded. */
const isPicture = ({ thumbnail_bytes }: UploadRow): boolean => thumbnail_bytes !== null;

const readSmaller = async (files: Files, row: UploadRow): Promise<Buffer> => {
  const smaller = sharp(await readFile(files, storedKey(row, row.stored_as!)))
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE });
  // Drawings and signatures have few colors, and sharp edges that JPEG would blur.
  return row.content_type === 'image/png'
    ? smaller.png({ palette: true }).toBuffer()
    : smaller.jpeg(JPEG).toBuffer();
};

const readThumbnail = (files: Files, row: UploadRow): Promise<Buffer> =>
  readFile(files, thumbnailKey(row, row.stored_as!));

const readFile = async (files: Files, key: string): Promise<Buffer> => {
  const content: Readable = await files.read(key);
  return Buffer.concat(await content.toArray());
};

/** A report without one lost or damaged picture is better than no report. */
const unlessLost = (error: unknown): undefined => {
  if (error instanceof FileStoreUnavailableError) throw error;
  return undefined;
};

const presentUpload = (row: UploadRow, isPicture: boolean): ReportedUpload => ({
  fileName: row.file_name,
  bytes: row.stored_bytes ?? row.size,
  isPicture,
  takenAt: row.taken_at,
  position: row.position,
});
