import type { UploadPosition } from '#contract/upload.ts';
import { type Message, msg, toEnglish } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import { lockInspection, markModified } from '#service/inspections/inspection-queries.ts';
import type { PreparedField } from '#workbook-engine/index-fields.ts';
import { answerWithUpload } from './answer-with-upload.ts';
import {
  formatPieceKey,
  formatStoredKey,
  formatThumbnailKey,
  type Piece,
  type UploadIds,
} from './stored-names.ts';
import { supersedeReceivedPicture } from './supersede-pictures.ts';
import { quotaReached } from './upload-problems.ts';
import {
  addUploadUsage,
  deletePieceRows,
  findUpload,
  IN_PROGRESS,
  type UploadRow,
} from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

/** The files of a checked upload, already in storage. */
export type StoredUpload = {
  storedAs: string;
  bytes: number;
  mediaType: string;
  sha256: Buffer;
  thumbnailBytes: number | null;
  width: number | null;
  height: number | null;
  position: UploadPosition | null;
  takenAt: string | null;
};

export type UploadOutcome = {
  rejection: Message | undefined;
  /** False if an earlier call had already accepted or rejected the upload. */
  isDecidedByThisCall: boolean;
  wasAddedToAnswer: boolean;
  /** True if the stored files exceed the tenant's limit. */
  isOverQuota?: true;
};

/** Of several concurrent calls, the first one decides. */
export const acceptUpload = async (
  { db, files, quota }: UploadStores & { quota: number },
  upload: UploadRow,
  { storedUpload, preparedField }: { storedUpload: StoredUpload; preparedField: PreparedField },
): Promise<UploadOutcome> => {
  const result = await inTransaction(db, async (trx) => {
    const inspection = await lockInspection(trx, upload.tenant_id, upload.inspection_id);
    const earlierOutcome = await findEarlierOutcome(trx, upload);
    if (earlierOutcome) return earlierOutcome;
    if (!inspection) throw inspectionNotFound(upload.inspection_id);
    const answer = await answerWithUpload(trx, { upload, inspection, preparedField });
    if ('rejection' in answer) return markRejected(trx, upload, answer.rejection);
    const outcome = await markComplete(trx, upload, storedUpload, quota);
    await supersedeReceivedPicture(trx, upload, preparedField);
    return { ...outcome, wasAddedToAnswer: answer.wasAddedToAnswer };
  }).catch((error) => {
    if (error instanceof QuotaExceededError) return undefined;
    throw error;
  });
  if (!result) {
    const outcome = await rejectUpload({ db, files }, upload, quotaReached(quota).localizableMessage);
    return outcome.isDecidedByThisCall ? { ...outcome, isOverQuota: true } : outcome;
  }
  const { pieces, ...outcome } = result;
  await deletePieceFiles(files, upload, pieces);
  return outcome;
};

/** Returns the outcome of an earlier call if there was one. */
export const rejectUpload = async (
  { db, files }: UploadStores,
  upload: UploadRow,
  rejection: Message,
): Promise<UploadOutcome> => {
  const { pieces, ...outcome } = await inTransaction(db, async (trx) => {
    await lockInspection(trx, upload.tenant_id, upload.inspection_id);
    return (await findEarlierOutcome(trx, upload)) ?? markRejected(trx, upload, rejection);
  });
  await deletePieceFiles(files, upload, pieces);
  return outcome;
};

/** Thrown if the stored files are larger than announced and exceed the tenant's limit. */
class QuotaExceededError extends Error {}

type OutcomeWithPieces = UploadOutcome & { pieces: Piece[] };

/** After a restart, the checked bytes are no longer those of the upload. */
const findEarlierOutcome = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
): Promise<OutcomeWithPieces | undefined> => {
  const { tenant_id, upload_id, created_at } = upload;
  await run(trx, 'select from upload where tenant_id = $1 and upload_id = $2 for update', [
    tenant_id,
    upload_id,
  ]);
  const current = await findUpload(trx, tenant_id, upload_id);
  const isRestarted = current?.created_at.getTime() !== created_at.getTime();
  if (current?.state === IN_PROGRESS && !isRestarted) return undefined;
  const rejection = isRestarted
    ? msg`The upload was cancelled or restarted.`
    : (current?.rejection_reason ?? undefined);
  return { rejection, isDecidedByThisCall: false, wasAddedToAnswer: false, pieces: [] };
};

/** Storing the task's latest event ID makes the upload's place in the history independent of clocks. */
const MARK_COMPLETE = `
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

const markComplete = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  storedUpload: StoredUpload,
  quota: number,
): Promise<OutcomeWithPieces> => {
  await run(trx, MARK_COMPLETE, [
    upload.tenant_id,
    upload.upload_id,
    storedUpload.storedAs,
    storedUpload.bytes,
    storedUpload.mediaType,
    storedUpload.sha256,
    storedUpload.thumbnailBytes,
    storedUpload.width,
    storedUpload.height,
    storedUpload.position && JSON.stringify(storedUpload.position),
    storedUpload.takenAt,
  ]);
  await markModified(trx, upload.tenant_id, upload.inspection_id);
  const pieces = await deletePieceRows(trx, upload);
  const growth = storedUpload.bytes + (storedUpload.thumbnailBytes ?? 0) - upload.size;
  const total = await addUploadUsage(trx, upload.tenant_id, growth);
  // The announced size has already been checked against the limit.
  if (growth > 0 && total > quota) throw new QuotaExceededError();
  return { rejection: undefined, isDecidedByThisCall: true, wasAddedToAnswer: false, pieces };
};

const markRejected = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  rejection: Message,
): Promise<OutcomeWithPieces> => {
  await run(
    trx,
    `update upload set state = 2, receiver = null, rejection_reason = $3, rejection_reason_sentence = $4, progressed_at = now()
     where tenant_id = $1 and upload_id = $2`,
    [upload.tenant_id, upload.upload_id, toEnglish(rejection), JSON.stringify(rejection)],
  );
  const pieces = await deletePieceRows(trx, upload);
  await addUploadUsage(trx, upload.tenant_id, -upload.size);
  return { rejection, isDecidedByThisCall: true, wasAddedToAnswer: false, pieces };
};

/** Call this after deleting the rows. Files that cannot be deleted now are left to the daily sweep. */
export const deletePieceFiles = async (
  files: Files,
  upload: UploadIds,
  pieces: readonly Piece[],
): Promise<void> => {
  await files.delete(pieces.map((piece) => formatPieceKey(upload, piece))).catch(() => undefined);
};

/** Files that cannot be deleted now are left to the daily sweep. */
export const deleteStoredFiles = async (files: Files, upload: UploadIds, storedAs: string): Promise<void> => {
  const keys = [formatStoredKey(upload, storedAs), formatThumbnailKey(upload, storedAs)];
  await files.delete(keys).catch(() => undefined);
};
