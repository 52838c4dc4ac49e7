import { randomUUID } from 'node:crypto';
import { msg } from '#i18n/message.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import { run, statement } from '#service/database/statement.ts';
import { FileNotFoundError } from '#service/files/files.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import { findInspection } from '#service/inspections/inspection-queries.ts';
import { type CheckResult, checkUpload } from './check-upload.ts';
import { acceptUpload, deleteStoredFiles, rejectUpload, type UploadOutcome } from './complete-upload.ts';
import { getUploadKind } from './upload-kind.ts';
import {
  contentRejected,
  hashMismatch,
  quotaReached,
  throwIfRejected,
  tooBusyToFinish,
  uploadNotFound,
  uploadRejected,
} from './upload-problems.ts';
import { findUpload, listPieces, type UploadRow } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

/** Pictures are decoded in memory, on libuv's four threads. */
const SLOTS = { user: 1, tenant: 2, server: 2 };
/** Each waiting upload ties up one of its client's connections. */
const WAITING = { user: 64, tenant: 192, server: 256 };
/** All bytes have been received, so a retry loses nothing. */
const MAX_WAIT_MS = 20_000;
/** An upload with this many unfinished attempts has probably crashed the process each time. */
const MAX_ATTEMPTS = 3;

type FinishContext = Pick<Uploads, 'db' | 'files' | 'versions' | 'quota' | 'stopSignal'> & {
  signal: Pick<ChangeSignal, 'notifyReaders'>;
};

/** Throws if the upload is rejected or the sender must retry. */
export type FinishUpload = (upload: UploadRow) => Promise<void>;

/**
 * Concurrent calls for the same upload share one check. Another process may also be checking it; the first result wins.
 */
export const createFinishUpload = (context: FinishContext): FinishUpload => {
  const queue = createFairQueue({
    slots: SLOTS,
    waiting: WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError: tooBusyToFinish,
  });
  const runningChecks = new Map<string, Promise<void>>();

  const checkInSlot = async (upload: UploadRow) => {
    using _slot = await Promise.resolve(queue.acquire(getCurrentCaller(), context.stopSignal)).catch(() => {
      throw tooBusyToFinish();
    });
    await checkAndComplete(context, upload);
  };
  return (upload) => {
    const key = `${upload.tenant_id} ${upload.upload_id}`;
    const runningCheck = runningChecks.get(key);
    if (runningCheck) return runningCheck;
    const check = checkInSlot(upload).finally(() => runningChecks.delete(key));
    runningChecks.set(key, check);
    return check;
  };
};

const COUNT_FINISH_ATTEMPT = statement('count-finish-attempt')`
  update upload set finish_attempts = finish_attempts + 1
  where tenant_id = $1 and upload_id = $2 and state = 0 and received = size returning finish_attempts`;

/** Counts each attempt before it starts, so that a picture that crashes the process is eventually rejected. */
const checkAndComplete = async (
  context: FinishContext,
  { tenant_id, upload_id }: UploadRow,
): Promise<void> => {
  const { db } = context;
  const [attempt] = await run(db, COUNT_FINISH_ATTEMPT, [tenant_id, upload_id]);
  const upload = await findUpload(db, tenant_id, upload_id);
  if (!upload) throw uploadNotFound(upload_id);
  if (!attempt) return throwIfRejected(upload);
  if (attempt.finish_attempts > MAX_ATTEMPTS) {
    await rejectUpload(context, upload, NOT_CHECKABLE);
    throw contentRejected(NOT_CHECKABLE);
  }
  try {
    await checkOnce(context, upload);
  } catch (error) {
    await uncountAttempt(context, upload).catch(() => undefined);
    throw error;
  }
};

const NOT_CHECKABLE = msg`The file could not be checked after several attempts.`;
export const BYTES_LOST = msg`The server lost part of the file. Send it again.`;

const uncountAttempt = ({ db }: FinishContext, { tenant_id, upload_id }: UploadRow) =>
  run(
    db,
    `update upload set finish_attempts = finish_attempts - 1
     where tenant_id = $1 and upload_id = $2 and finish_attempts > 0`,
    [tenant_id, upload_id],
  );

const checkOnce = async (context: FinishContext, upload: UploadRow): Promise<void> => {
  const { db, files, versions, signal } = context;
  const inspection = await findInspection(db, upload.tenant_id, upload.inspection_id);
  if (!inspection) throw inspectionNotFound(upload.inspection_id);
  const { index } = await versions.loadForm(db, upload.tenant_id, inspection.version_id);
  const preparedField = index.allFields.get(upload.field.toLowerCase())!;
  const storedAs = randomUUID();
  const checkResult: CheckResult = await checkUpload(files, upload, {
    pieces: await listPieces(db, upload),
    kind: getUploadKind(preparedField.field.type),
    keepPosition: preparedField.field.keepPosition === true,
    storedAs,
  }).catch(async (error) => {
    if (error instanceof FileNotFoundError) return { rejection: BYTES_LOST };
    // If the disk filled up, the picture may have been written without its thumbnail.
    await deleteStoredFiles(files, upload, storedAs);
    throw error;
  });
  const outcome: UploadOutcome =
    'storedUpload' in checkResult
      ? await acceptUpload(context, upload, { storedUpload: checkResult.storedUpload, preparedField })
      : await rejectUpload(context, upload, checkResult.rejection);
  const { rejection, isDecidedByThisCall, wasAddedToAnswer, isOverQuota } = outcome;
  if (!isDecidedByThisCall || rejection !== undefined) await deleteStoredFiles(files, upload, storedAs);
  if (wasAddedToAnswer) signal.notifyReaders(upload.tenant_id);
  if (rejection === undefined) return;
  if (!isDecidedByThisCall) throw uploadRejected(rejection);
  if (isOverQuota) throw quotaReached(context.quota);
  throw 'isHashMismatch' in checkResult ? hashMismatch(rejection) : contentRejected(rejection);
};
