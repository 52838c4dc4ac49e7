import { buffer } from 'node:stream/consumers';
import type { ReportData, ReportedUpload } from '#report/report-data.ts';
import type { Database } from '#service/database/connect.ts';
import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { sharp } from '#service/uploads/configured-sharp.ts';
import { formatStoredKey, formatThumbnailKey } from '#service/uploads/stored-names.ts';
import { collectStrings } from '#service/uploads/supersede-pictures.ts';
import { COMPLETE, listUploads, type UploadRow } from '#service/uploads/upload-queries.ts';
import type { ReportPictures } from './report-job.ts';
import { reportsOverloaded } from './report-problems.ts';

type AnsweredInspection = Pick<ReportData['inspection'], 'answers' | 'comments' | 'items'> & { id: string };

/** Above this, thumbnails are used to keep a report below 40 MB. */
const MAX_LARGE_PICTURES = 60;
/** 360 pixels per inch with two pictures side by side. */
const MAX_EDGE = 1_200;
const WHITE = { r: 255, g: 255, b: 255 };

/** Reads the uploads referenced by answers and comments. */
export const gatherPictures = async (
  { db, files }: { db: Database; files: Files },
  tenantId: number,
  inspection: AnsweredInspection,
  disconnected: AbortSignal,
): Promise<{ uploads: ReportData['uploads']; pictures: ReportPictures }> => {
  const rows = await listReferencedUploads(db, tenantId, inspection);
  const pictureRows = rows.filter(isPicture);
  const readPicture = pictureRows.length > MAX_LARGE_PICTURES ? readThumbnail : readResizedPicture;
  const pictures = new Map<string, Uint8Array>();
  // Read one picture at a time (55 ms each), because decoding uses the four libuv threads, which also read files and
  // check passwords.
  for (const row of pictureRows) {
    if (disconnected.aborted) throw reportsOverloaded();
    const content = await readPicture(files, row).catch(ignoreLostFile);
    // Copy, because the memory is transferred to a worker.
    if (content) pictures.set(row.upload_id, new Uint8Array(content));
  }
  const uploads: Record<string, ReportedUpload> = {};
  for (const row of rows) {
    const isShown = pictures.has(row.upload_id);
    // A picture with a missing file is shown as not received.
    if (isShown || !isPicture(row)) uploads[row.upload_id] = toReportedUpload(row, isShown);
  }
  return { uploads, pictures };
};

const PAGE_SIZE = 500;

/** Excludes replaced pictures. */
const listReferencedUploads = async (
  db: Database,
  tenantId: number,
  inspection: AnsweredInspection,
): Promise<UploadRow[]> => {
  const referencedIds = collectStrings(
    [inspection, ...inspection.items].map(({ answers, comments }) => [answers, comments]),
  );
  const referencedUploads: UploadRow[] = [];
  for (let after: string | null = null; ; ) {
    const rows = await listUploads(db, tenantId, inspection.id, { after, limit: PAGE_SIZE });
    referencedUploads.push(
      ...rows.filter(({ state, upload_id }) => state === COMPLETE && referencedIds.has(upload_id)),
    );
    after = rows.at(-1)?.upload_id ?? null;
    if (rows.length < PAGE_SIZE) return referencedUploads;
  }
};

/** Only pictures have thumbnails. Other files are never decoded. */
const isPicture = ({ thumbnail_bytes }: UploadRow): boolean => thumbnail_bytes !== null;

const readResizedPicture = async (files: Files, row: UploadRow): Promise<Buffer> => {
  const content = await files.read(formatStoredKey(row, row.stored_as!)).then(buffer);
  const resizedPicture = sharp(content)
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE });
  // Drawings and signatures have few colours and sharp edges, which JPEG would blur.
  return row.content_type === 'image/png'
    ? resizedPicture.png({ palette: true }).toBuffer()
    : resizedPicture.jpeg({ quality: 78 }).toBuffer();
};

const readThumbnail = (files: Files, row: UploadRow): Promise<Buffer> =>
  files.read(formatThumbnailKey(row, row.stored_as!)).then(buffer);

/** A report without one of its pictures is better than no report. */
const ignoreLostFile = (error: unknown): undefined => {
  if (error instanceof FileStoreUnavailableError) throw error;
  return undefined;
};

const toReportedUpload = (row: UploadRow, isPicture: boolean): ReportedUpload => ({
  fileName: row.file_name,
  bytes: row.stored_bytes ?? row.size,
  isPicture,
  takenAt: row.taken_at,
  position: row.position,
});
