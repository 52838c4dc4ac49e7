import { uploadLimits } from '#contract/upload-limits.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { FilesUnavailable } from '#service/files/files.ts';
import { Refusal } from '#service/http/refusal.ts';
import { Problem } from '#service/problem.ts';
import { forgetPieces } from './settle-upload.ts';
import { storedKey, thumbnailKey, type UploadIds } from './stored-names.ts';
import { sweepFiles } from './sweep-files.ts';
import { ARRIVING, countBytes, dropPieces, findUpload, SUPERSEDED } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

/** Where to say what an operator has to know. */
export type TendLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Nobody asks for those any more whose last byte came so long ago. */
const LEFT_AFTER_MS = MINUTE_MS;
/** Until then a removal may be undone, a report is being made of it, or a backup lacks its file. */
const SUPERSEDED_FOR_MS = DAY_MS;
const FORGOTTEN_AFTER_MS = uploadLimits.forgottenAfterDays * DAY_MS;
/** At once; the others at the next time. */
const MOST_LEFT = 100;
const MOST_FORGOTTEN = 1_000;

/**
 * What is done for uploads now and then, by one process of all: those whose sender went away with the last byte are
 * looked at, those that nobody goes on with are forgotten, and once a day files that nobody needs are deleted.
 */
export const tendUploads = async (uploads: Uploads, log: TendLog): Promise<void> => {
  const { db } = uploads;
  if (!(await isOurTurn(db, 'tend', 5 * MINUTE_MS))) return;
  await finishLeft(uploads, log);
  await forgetAbandoned(uploads);
  await forgetSuperseded(uploads);
  if (await isOurTurn(db, 'sweep', DAY_MS)) await sweepFiles(uploads, log);
};

/** Whether this process is the first to ask after so long. One that dies at the work leaves it to the next time. */
const isOurTurn = async (db: Database, work: 'tend' | 'sweep', everyMs: number): Promise<boolean> => {
  const begun = await run(
    db,
    `update upload_housekeeping set begun_at = now()
     where work = $1 and begun_at < now() - make_interval(secs => $2) returning work`,
    [work, everyMs / 1_000],
  );
  return begun.length > 0;
};

const LIST_LEFT = `
  select upload.tenant_id, upload.inspection_id, upload.upload_id
  from upload
  join inspection
    on inspection.tenant_id = upload.tenant_id and inspection.inspection_id = upload.inspection_id
  where upload.state = 0 and upload.received = upload.size and upload.progressed_at < $1
    and not inspection.is_deleted
  order by upload.progressed_at limit $2`;

/** Lets uploads arrive whose bytes are all here: their sender, or the server, went away before they were looked at. */
export const finishLeft = async ({ db, finish, now, stopping }: Uploads, log: TendLog): Promise<void> => {
  const left = await run<UploadIds>(db, LIST_LEFT, [new Date(now() - LEFT_AFTER_MS), MOST_LEFT]);
  for (const { tenant_id, upload_id } of left) {
    if (stopping.aborted) return;
    const upload = await findUpload(db, tenant_id, upload_id);
    if (upload?.state !== ARRIVING) continue;
    try {
      await finish(upload);
    } catch (error) {
      if (error instanceof FilesUnavailable) throw error;
      // Refused, or not possible now: its sender is told when it asks.
      if (error instanceof Refusal || error instanceof Problem) continue;
      log.warn({ err: error, upload: upload_id }, 'an upload could not be looked at');
    }
  }
};

/** Forgets uploads that have not come on for a week, and refusals that are as old. */
export const forgetAbandoned = async ({ db, files, now, stopping }: Uploads): Promise<void> => {
  const before = new Date(now() - FORGOTTEN_AFTER_MS);
  const abandoned = await run<UploadIds>(
    db,
    `select tenant_id, inspection_id, upload_id from upload where state in (0, 2) and progressed_at < $1
     order by progressed_at limit $2`,
    [before, MOST_FORGOTTEN],
  );
  for (const ids of abandoned) {
    if (stopping.aborted) return;
    const pieces = await inTransaction(db, async (trx) => {
      const locked = await run(
        trx,
        `select from upload where tenant_id = $1 and upload_id = $2 and state in (0, 2) and progressed_at < $3 for update`,
        [ids.tenant_id, ids.upload_id, before],
      );
      if (locked.length === 0) return [];
      const dropped = await dropPieces(trx, ids);
      const [forgotten] = await run<{ state: number; size: number }>(
        trx,
        'delete from upload where tenant_id = $1 and upload_id = $2 returning state, size',
        [ids.tenant_id, ids.upload_id],
      );
      if (forgotten?.state === ARRIVING) await countBytes(trx, ids.tenant_id, -forgotten.size);
      return dropped;
    });
    await forgetPieces({ files }, ids, pieces);
  }
};

/** Deletes pictures that were superseded a day ago, with their files. */
export const forgetSuperseded = async ({ db, files, now, stopping }: Uploads): Promise<void> => {
  const before = new Date(now() - SUPERSEDED_FOR_MS);
  const superseded = await run<UploadIds>(
    db,
    `select tenant_id, inspection_id, upload_id from upload where state = ${SUPERSEDED} and progressed_at < $1
     order by progressed_at limit $2`,
    [before, MOST_FORGOTTEN],
  );
  for (const ids of superseded) {
    if (stopping.aborted) return;
    const storedAs = await inTransaction(db, async (trx) => {
      const [deleted] = await run<{ stored_as: string; bytes: number }>(
        trx,
        `delete from upload where tenant_id = $1 and upload_id = $2 and state = ${SUPERSEDED} and progressed_at < $3
         returning stored_as, stored_bytes + coalesce(thumbnail_bytes, 0) as bytes`,
        [ids.tenant_id, ids.upload_id, before],
      );
      if (deleted) await countBytes(trx, ids.tenant_id, -deleted.bytes);
      return deleted?.stored_as;
    });
    // A file without a row is an orphan: if it cannot be deleted now, the daily comparison finds it.
    if (storedAs !== undefined)
      await files.delete([storedKey(ids, storedAs), thumbnailKey(ids, storedAs)]).catch(() => undefined);
  }
};
