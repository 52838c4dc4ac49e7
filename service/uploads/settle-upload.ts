import type { UploadPosition } from '#contract/upload.ts';
import { inEnglish, type Sentence, sentence } from '#sentences/sentence.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import { lockInspection, markModified } from '#service/inspections/inspection-queries.ts';
import type { IndexedField } from '#workbook-engine/index-fields.ts';
import { answerWithUpload } from './answer-with-upload.ts';
import { type Piece, pieceKey, type UploadIds } from './stored-names.ts';
import { supersedeArrived } from './supersede-pictures.ts';
import { quotaReached } from './upload-problems.ts';
import { ARRIVING, countBytes, dropPieces, findUpload, type UploadRow } from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

/** What is kept of an upload that was looked at; its files are already there. */
export type Kept = {
  storedAs: string;
  bytes: number;
  contentType: string;
  sha256: Buffer;
  thumbnailBytes: number | null;
  width: number | null;
  height: number | null;
  position: UploadPosition | null;
  takenAt: string | null;
};

/**
 * How an upload ended: it arrived, or was refused for a reason. `isOurs`: by this call, and not by another before.
 * `lacksRoom`: it was refused because what is kept of it is more than the organisation has room for.
 */
export type Settled = {
  refusal: Sentence | undefined;
  isOurs: boolean;
  isAnswered: boolean;
  lacksRoom?: true;
};

/**
 * The upload has arrived and answers its field, in one transaction; or is refused, because the answer cannot take it.
 * Several may try at once: the first settles it, the others are told what came of it.
 */
export const settleUpload = async (
  { db, files, quota }: UploadStores & { quota: number },
  upload: UploadRow,
  { kept, indexed }: { kept: Kept; indexed: IndexedField },
): Promise<Settled> => {
  const arrived = await inTransaction(db, async (trx) => {
    const inspection = await lockInspection(trx, upload.tenant_id, upload.inspection_id);
    const earlier = await settledEarlier(trx, upload);
    if (earlier) return earlier;
    if (!inspection) throw inspectionNotFound(upload.inspection_id);
    const answer = await answerWithUpload(trx, { upload, inspection, indexed });
    if ('refusal' in answer) return markRefused(trx, upload, answer.refusal);
    const arrival = await markArrived(trx, upload, kept, quota);
    await supersedeArrived(trx, upload, indexed);
    return { ...arrival, isAnswered: answer.isGiven };
  }).catch((error) => {
    if (error instanceof NoRoom) return undefined;
    throw error;
  });
  if (!arrived) {
    const refused = await refuseUpload({ db, files }, upload, quotaReached(quota).sentence);
    return refused.isOurs ? { ...refused, lacksRoom: true } : refused;
  }
  const { pieces, ...settled } = arrived;
  await forgetPieces({ files }, upload, pieces);
  return settled;
};

/** The upload is refused, and what came of it is forgotten; returns the reason, or that of an earlier refusal. */
export const refuseUpload = async (
  { db, files }: UploadStores,
  upload: UploadRow,
  refusal: Sentence,
): Promise<Settled> => {
  const { pieces, ...settled } = await inTransaction(db, async (trx) => {
    await lockInspection(trx, upload.tenant_id, upload.inspection_id);
    return (await settledEarlier(trx, upload)) ?? markRefused(trx, upload, refusal);
  });
  await forgetPieces({ files }, upload, pieces);
  return settled;
};

/** What is kept is more than was announced, and the organisation has no room for it: nothing of its arrival holds. */
class NoRoom extends Error {}

type Ending = Settled & { pieces: Piece[] };

/** Also when it was refused and begun anew since it was read: what was looked at is not what comes now. */
const settledEarlier = async (trx: DatabaseTransaction, upload: UploadRow): Promise<Ending | undefined> => {
  const { tenant_id, upload_id, created_at } = upload;
  await run(trx, 'select from upload where tenant_id = $1 and upload_id = $2 for update', [
    tenant_id,
    upload_id,
  ]);
  const now = await findUpload(trx, tenant_id, upload_id);
  const isBegunAnew = now?.created_at.getTime() !== created_at.getTime();
  if (now?.state === ARRIVING && !isBegunAnew) return undefined;
  const refusal = isBegunAnew ? sentence`It was taken back or begun anew.` : (now?.refusal ?? undefined);
  return { refusal, isOurs: false, isAnswered: false, pieces: [] };
};

/** The newest event of the task tells its history what had happened before this, whatever the clock says. */
const MARK_ARRIVED = `
  update upload
  set state = 1, receiver = null, stored_as = $3, stored_bytes = $4, content_type = $5, sha256 = $6,
      thumbnail_bytes = $7, width = $8, height = $9, position = $10, taken_at = $11, arrived_at = now(),
      progressed_at = now(), arrived_after = coalesce((
        select max(event_id)
        from inspection
        join task_event on task_event.tenant_id = $1 and task_event.task_id = inspection.task_id
        where inspection.tenant_id = $1 and inspection.inspection_id = upload.inspection_id
      ), 0)
  where tenant_id = $1 and upload_id = $2`;

const markArrived = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  kept: Kept,
  quota: number,
): Promise<Ending> => {
  await run(trx, MARK_ARRIVED, [
    upload.tenant_id,
    upload.upload_id,
    kept.storedAs,
    kept.bytes,
    kept.contentType,
    kept.sha256,
    kept.thumbnailBytes,
    kept.width,
    kept.height,
    kept.position && JSON.stringify(kept.position),
    kept.takenAt,
  ]);
  await markModified(trx, upload.tenant_id, upload.inspection_id);
  const pieces = await dropPieces(trx, upload);
  const more = kept.bytes + (kept.thumbnailBytes ?? 0) - upload.size;
  const all = await countBytes(trx, upload.tenant_id, more);
  // For what was announced there was room.
  if (more > 0 && all > quota) throw new NoRoom();
  return { refusal: undefined, isOurs: true, isAnswered: false, pieces };
};

const markRefused = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  refusal: Sentence,
): Promise<Ending> => {
  await run(
    trx,
    `update upload set state = 2, receiver = null, refusal = $3, refusal_sentence = $4, progressed_at = now()
     where tenant_id = $1 and upload_id = $2`,
    [upload.tenant_id, upload.upload_id, inEnglish(refusal), JSON.stringify(refusal)],
  );
  const pieces = await dropPieces(trx, upload);
  await countBytes(trx, upload.tenant_id, -upload.size);
  return { refusal, isOurs: true, isAnswered: false, pieces };
};

/** Their rows are gone, so they are nobody's: what cannot be deleted now is found by the sweep. */
export const forgetPieces = async (
  { files }: Pick<UploadStores, 'files'>,
  upload: UploadIds,
  pieces: readonly Piece[],
): Promise<void> => {
  await files.delete(pieces.map((piece) => pieceKey(upload, piece))).catch(() => undefined);
};
