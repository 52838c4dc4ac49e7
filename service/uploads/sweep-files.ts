import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { claimOwnership, OWNER_FILE } from '#service/files/claim-ownership.ts';
import type { StoredFile } from '#service/files/files.ts';
import type { CleanUpLog } from './clean-up-uploads.ts';
import { rejectUpload } from './complete-upload.ts';
import { BYTES_LOST } from './finish-upload.ts';
import { findGarbage, isProbablyWrongDatabase, listNeededKeys, type UploadWithPieces } from './garbage.ts';
import { formatUploadFolder, parseUploadKey } from './stored-names.ts';
import { findUpload } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

const BATCH_SIZE = 1_000;
/** The rest is left to the next sweep. */
const MAX_DELETED = 100_000;

/** Deletes files without a row, and rejects uploads with missing pieces. */
export const sweepFiles = async (uploads: Uploads, log: CleanUpLog): Promise<void> => {
  const { db, files, now, stopSignal } = uploads;
  if (!(await isOwnStorage(uploads))) {
    log.error({ marker: OWNER_FILE }, FOREIGN_STORAGE);
    return;
  }
  const garbage: string[] = [];
  let fileCount = 0;
  const compare = async (batch: readonly StoredFile[]) => {
    fileCount += batch.length;
    if (garbage.length >= MAX_DELETED) return;
    garbage.push(...findGarbage(batch, await findOwners(db, batch), now()));
  };
  let batch: StoredFile[] = [];
  for await (const file of files.list('')) {
    batch.push(file);
    if (batch.length < BATCH_SIZE) continue;
    if (stopSignal.aborted) return;
    await compare(batch);
    batch = [];
  }
  await compare(batch);
  if (isProbablyWrongDatabase(garbage.length, fileCount)) {
    log.error({ files: fileCount, unknown: garbage.length }, TOO_MUCH_GARBAGE);
    return;
  }
  for (let first = 0; first < garbage.length; first += BATCH_SIZE) {
    if (stopSignal.aborted) return;
    await files.delete(garbage.slice(first, first + BATCH_SIZE));
  }
  const lost = await rejectLostUploads(uploads);
  log.info({ files: fileCount, deleted: garbage.length, lost }, 'files were compared with uploads');
};

const FOREIGN_STORAGE =
  'the files in FILES_URL belong to another database, so no file is deleted; if this database is the right one now, delete the marker';

const NAME_STORAGE = statement('name-storage')`
  select system_identifier || ' ' || database_oid as name from database_identity where only_row = $1`.narrow<{
  name: string;
}>();

/** Returns false for a copy of the database, such as on a test system, which must not delete files. */
const isOwnStorage = async ({ db, files }: Uploads): Promise<boolean> => {
  const [identity] = await run(db, NAME_STORAGE, [true]);
  return (await claimOwnership(files, identity!.name)) !== 'foreign';
};

const TOO_MUCH_GARBAGE =
  'many files belong to no upload: is this the right database for FILES_URL? Nothing was deleted';

const SELECT_UPLOADS = `
  select upload.tenant_id, upload.inspection_id, upload.upload_id, upload.stored_as, coalesce((
    select jsonb_agg(jsonb_build_object('start', start, 'name', name)) from upload_piece
    where upload_piece.tenant_id = upload.tenant_id and upload_piece.upload_id = upload.upload_id
  ), '[]') as pieces
  from upload`;

const FIND_UPLOAD_OWNERS = statement('find-upload-owners')`
  ${SELECT_UPLOADS}
  join (select distinct * from unnest($1::integer[], $2::uuid[]) as owner (tenant_id, upload_id)) as owner
    on owner.tenant_id = upload.tenant_id and owner.upload_id = upload.upload_id`.narrow<
  Pick<UploadWithPieces, 'pieces'>
>();

const findOwners = (db: Database, files: readonly StoredFile[]): Promise<UploadWithPieces[]> => {
  const owners = files.map(({ key }) => parseUploadKey(key)).filter((owner) => owner !== undefined);
  return run(db, FIND_UPLOAD_OWNERS, [
    owners.map(({ tenant_id }) => tenant_id),
    owners.map(({ upload_id }) => upload_id),
  ]);
};

const LIST_UNFINISHED_UPLOADS = statement('list-unfinished-uploads')`
  ${SELECT_UPLOADS} where upload.state = 0 and upload.received > 0`.narrow<
  Pick<UploadWithPieces, 'pieces'>
>();

/** Pieces may be missing after a restore, for example. Senders of rejected uploads start over. */
const rejectLostUploads = async (uploads: Uploads): Promise<number> => {
  const { db, files, stopSignal } = uploads;
  const unfinishedUploads = await run(db, LIST_UNFINISHED_UPLOADS, []);
  let lostCount = 0;
  for (const unfinishedUpload of unfinishedUploads) {
    if (stopSignal.aborted) break;
    const existingKeys = new Set<string>();
    const folder = formatUploadFolder(unfinishedUpload);
    for await (const { key } of files.list(folder)) existingKeys.add(key);
    if (listNeededKeys(unfinishedUpload).every((key) => existingKeys.has(key))) continue;
    const upload = await findUpload(db, unfinishedUpload.tenant_id, unfinishedUpload.upload_id);
    if (upload && (await rejectUpload(uploads, upload, BYTES_LOST)).isDecidedByThisCall) lostCount++;
  }
  return lostCount;
};
