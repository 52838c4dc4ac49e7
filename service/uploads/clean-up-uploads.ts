import { uploadLimits } from '#contract/upload-limits.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { HttpError } from '#service/http/http-error.ts';
import { Problem } from '#service/problem.ts';
import { deletePieceFiles, deleteStoredFiles } from './complete-upload.ts';
import { sweepFiles } from './sweep-files.ts';
import { deleteUnfinishedUpload } from './terminate-upload.ts';
import { addUploadUsage, findUpload, IN_PROGRESS, SUPERSEDED } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

export type CleanUpLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** After this long, the sender of an unchecked upload has probably disconnected. */
const PENDING_THRESHOLD_MS = MINUTE_MS;
/** Removing a picture can be undone, and reports and backups may need its files. */
const SUPERSEDED_RETENTION_MS = DAY_MS;
const EXPIRES_AFTER_MS = uploadLimits.expiresAfterDays * DAY_MS;
/** A run that hits these limits leaves the rest to the next run. */
const MAX_PENDING = 100;
const MAX_DELETED = 1_000;

/** Does nothing if another process has cleaned up recently. */
export const cleanUpUploads = async (uploads: Uploads, log: CleanUpLog): Promise<void> => {
  const { db } = uploads;
  if (!(await claimJob(db, 'clean-up', 5 * MINUTE_MS))) return;
  await finishPendingUploads(uploads, log);
  await deleteAbandonedUploads(uploads);
  await deleteSupersededPictures(uploads);
  if (await claimJob(db, 'sweep', DAY_MS)) await sweepFiles(uploads, log);
};

/** If the process that claimed a job dies, the job runs again after the interval. */
const claimJob = (db: Database, job: 'clean-up' | 'sweep', intervalMs: number): Promise<boolean> =>
  hasRow(
    db,
    `update upload_housekeeping set started_at = now()
     where job = $1 and started_at < now() - make_interval(secs => $2) returning job`,
    [job, intervalMs / 1_000],
  );

const LIST_PENDING = statement('list-pending-uploads')`
  select upload.tenant_id, upload.inspection_id, upload.upload_id
  from upload
  join inspection
    on inspection.tenant_id = upload.tenant_id and inspection.inspection_id = upload.inspection_id
  where upload.state = 0 and upload.received = upload.size and upload.progressed_at < $1
    and not inspection.is_deleted
  order by upload.progressed_at limit $2`;

/** An upload stays unchecked if its sender disconnects or the server stops. */
export const finishPendingUploads = async (
  { db, finish, now, stopSignal }: Uploads,
  log: CleanUpLog,
): Promise<void> => {
  const pendingUploads = await run(db, LIST_PENDING, [new Date(now() - PENDING_THRESHOLD_MS), MAX_PENDING]);
  for (const { tenant_id, upload_id } of pendingUploads) {
    if (stopSignal.aborted) return;
    const upload = await findUpload(db, tenant_id, upload_id);
    if (upload?.state !== IN_PROGRESS) continue;
    try {
      await finish(upload);
    } catch (error) {
      if (error instanceof FileStoreUnavailableError) throw error;
      // The sender gets the error from its next request.
      if (error instanceof HttpError || error instanceof Problem) continue;
      log.warn({ err: error, upload: upload_id }, 'an upload could not be checked');
    }
  }
};

const LIST_ABANDONED_UPLOADS = statement('list-abandoned-uploads')`
  select tenant_id, inspection_id, upload_id from upload where state in (0, 2) and progressed_at < $1
  order by progressed_at limit $2`;

/** Deletes unfinished and rejected uploads that have not progressed for a week. */
export const deleteAbandonedUploads = async ({ db, files, now, stopSignal }: Uploads): Promise<void> => {
  const cutoff = new Date(now() - EXPIRES_AFTER_MS);
  const abandonedUploads = await run(db, LIST_ABANDONED_UPLOADS, [cutoff, MAX_DELETED]);
  for (const ids of abandonedUploads) {
    if (stopSignal.aborted) return;
    const pieces = await inTransaction(db, async (trx) => {
      const isLocked = await hasRow(
        trx,
        `select from upload where tenant_id = $1 and upload_id = $2 and state in (0, 2) and progressed_at < $3 for update`,
        [ids.tenant_id, ids.upload_id, cutoff],
      );
      return isLocked ? deleteUnfinishedUpload(trx, ids) : [];
    });
    await deletePieceFiles(files, ids, pieces);
  }
};

const LIST_SUPERSEDED_UPLOADS = statement('list-superseded-uploads')`
  select tenant_id, inspection_id, upload_id from upload where state = ${SUPERSEDED} and progressed_at < $1
  order by progressed_at limit $2`;

const DELETE_SUPERSEDED_UPLOAD = statement('delete-superseded-upload')`
  delete from upload where tenant_id = $1 and upload_id = $2 and state = ${SUPERSEDED} and progressed_at < $3
  returning stored_as, stored_bytes + coalesce(thumbnail_bytes, 0) as bytes`.narrow<{
  stored_as: string;
  bytes: number;
}>();

export const deleteSupersededPictures = async ({ db, files, now, stopSignal }: Uploads): Promise<void> => {
  const cutoff = new Date(now() - SUPERSEDED_RETENTION_MS);
  const supersededUploads = await run(db, LIST_SUPERSEDED_UPLOADS, [cutoff, MAX_DELETED]);
  for (const ids of supersededUploads) {
    if (stopSignal.aborted) return;
    const storedAs = await inTransaction(db, async (trx) => {
      const [deleted] = await run(trx, DELETE_SUPERSEDED_UPLOAD, [ids.tenant_id, ids.upload_id, cutoff]);
      if (deleted) await addUploadUsage(trx, ids.tenant_id, -deleted.bytes);
      return deleted?.stored_as;
    });
    if (storedAs !== undefined) await deleteStoredFiles(files, ids, storedAs);
  }
};
