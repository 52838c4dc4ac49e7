import type { Readable } from 'node:stream';
import sharp from 'sharp';
import type { ReportedUpload, ReportFacts } from '#report/report-facts.ts';
import type { Database } from '#service/database/connect.ts';
import { type Files, FilesUnavailable } from '#service/files/files.ts';
import { storedKey, thumbnailKey } from '#service/uploads/stored-names.ts';
import { ARRIVED, listUploads, type UploadRow } from '#service/uploads/upload-queries.ts';
import type { ReportPictures } from './report-job.ts';
import { reportsOverloaded } from './report-problems.ts';

type Said = Pick<ReportFacts['inspection'], 'answers' | 'remarks' | 'items'>;

/** What is known of the uploads that an inspection names, and the pictures among them, as small as a page needs them. */
export type Gathered = { uploads: ReportFacts['uploads']; pictures: ReportPictures };

/** More pictures than these are shown as their thumbnails: so the longest report stays within some 40 MB. */
const MOST_LARGE = 60;
/** Pixels of the longest edge: 180 to the inch where two stand side by side. */
const EDGE = 1_200;
const JPEG = { quality: 78 };
const WHITE = { r: 255, g: 255, b: 255 };

/** Reads what the answers and remarks of an inspection name, unless everybody who waits for it has gone. */
export const gatherPictures = async (
  { db, files }: { db: Database; files: Files },
  tenantId: number,
  inspection: Said & { id: string },
  gone: AbortSignal,
): Promise<Gathered> => {
  const rows = await namedUploads(db, tenantId, inspection);
  const shown = rows.filter(isPicture);
  const read = shown.length > MOST_LARGE ? readThumbnail : readSmaller;
  const pictures = new Map<string, Uint8Array>();
  // One by one, 55 ms each: pictures are decoded on the four threads on which files are read and passwords checked too.
  for (const row of shown) {
    if (gone.aborted) throw reportsOverloaded();
    const content = await read(files, row).catch(unlessLost);
    // A copy, for what is handed to another thread must share its memory with nothing else.
    if (content) pictures.set(row.upload_id, new Uint8Array(content));
  }
  const uploads: Record<string, ReportedUpload> = {};
  for (const row of rows) {
    const isShown = pictures.has(row.upload_id);
    // A picture whose file is lost is told as one that has not arrived.
    if (isShown || !isPicture(row)) uploads[row.upload_id] = presentUpload(row, isShown);
  }
  return { uploads, pictures };
};

const PAGE = 500;

/** The uploads that have arrived and that an answer or a remark names: one that was replaced belongs to no report. */
const namedUploads = async (
  db: Database,
  tenantId: number,
  inspection: Said & { id: string },
): Promise<UploadRow[]> => {
  const named = new Set<string>();
  for (const { answers, remarks } of [inspection, ...inspection.items]) {
    collectTexts([answers, remarks], named);
  }
  const found: UploadRow[] = [];
  for (let after: string | null = null; ; ) {
    const rows = await listUploads(db, tenantId, inspection.id, { after, limit: PAGE });
    found.push(...rows.filter(({ state, upload_id }) => state === ARRIVED && named.has(upload_id)));
    after = rows.at(-1)?.upload_id ?? null;
    if (rows.length < PAGE) return found;
  }
};

/** Every text in a value. Ids of uploads are among them, wherever a repeat holds them. */
const collectTexts = (value: unknown, into: Set<string>): void => {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) collectTexts(each, into);
  }
};

/** Written anew when it arrived. What answers a field of type file is kept as it came, and never decoded. */
const isPicture = ({ thumbnail_bytes }: UploadRow): boolean => thumbnail_bytes !== null;

const readSmaller = async (files: Files, row: UploadRow): Promise<Buffer> => {
  const smaller = sharp(await readFile(files, storedKey(row, row.stored_as!)))
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE });
  // What was drawn or captured has edges that JPEG blurs, and few colours.
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

/** A report without a picture whose file is missing or damaged is better than none. */
const unlessLost = (error: unknown): undefined => {
  if (error instanceof FilesUnavailable) throw error;
  return undefined;
};

const presentUpload = (row: UploadRow, isPicture: boolean): ReportedUpload => ({
  fileName: row.file_name,
  bytes: row.stored_bytes ?? row.size,
  isPicture,
  takenAt: row.taken_at,
  position: row.position,
});
