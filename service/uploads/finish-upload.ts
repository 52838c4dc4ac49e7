import { randomUUID } from 'node:crypto';
import { sentence } from '#sentences/sentence.ts';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import { run } from '#service/database/statement.ts';
import { FileMissing } from '#service/files/files.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import { findInspection } from '#service/inspections/inspection-queries.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type Examined, examineUpload } from './examine-upload.ts';
import { mustNotBeRefused } from './must-not-be-refused.ts';
import { refuseUpload, type Settled, settleUpload } from './settle-upload.ts';
import { storedKey, thumbnailKey } from './stored-names.ts';
import { kindOf } from './upload-kind.ts';
import {
  contentRefused,
  hashMismatch,
  quotaReached,
  tooBusyToFinish,
  uploadNotFound,
  uploadRefused,
} from './upload-problems.ts';
import { findUpload, listPieces, type UploadRow } from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

/** Pictures are decoded on threads of libuv, of which there are four, and in memory: so two at once, and one of a user. */
const PLACES = { user: 1, tenant: 2, server: 2 };
/** Each is a request with a connection of its own. */
const WAITING = { user: 64, tenant: 192, server: 256 };
/** A caller waits so long for its turn. All bytes are here, so that nothing is lost when it has to ask again. */
const PATIENCE_MS = 20_000;
/** What could not be looked at so often has ended the process each time, or would. */
const MOST_ATTEMPTS = 3;

export type Finishing = UploadStores & {
  versions: WorkbookVersions;
  signal: Pick<ChangeSignal, 'announce'>;
  /** Bytes that the uploads of one tenant may take. */
  quota: number;
  stopping: AbortSignal;
};

/** Looks at uploads whose last byte is here, and lets them arrive or refuses them. */
export type FinishUpload = (upload: UploadRow) => Promise<void>;

/**
 * Throws what its sender is to be told: that it was refused and why, or that it has to ask again. Asked twice at once it
 * does the work once; another process may do it too, and then the first to be done has done it.
 */
export const createFinishUpload = (finishing: Finishing): FinishUpload => {
  const queue = createFairQueue({
    places: PLACES,
    waiting: WAITING,
    patience: PATIENCE_MS,
    refuse: tooBusyToFinish,
  });
  const underWay = new Map<string, Promise<void>>();

  const finish = async (upload: UploadRow) => {
    const leave = await Promise.resolve(queue.take(currentCaller(), finishing.stopping)).catch(() => {
      throw tooBusyToFinish();
    });
    try {
      await lookAndSettle(finishing, upload);
    } finally {
      leave();
    }
  };
  return (upload) => {
    const key = `${upload.tenant_id} ${upload.upload_id}`;
    const known = underWay.get(key);
    if (known) return known;
    const finished = finish(upload).finally(() => underWay.delete(key));
    underWay.set(key, finished);
    return finished;
  };
};

/** A picture that ends the process must not do so each time: every attempt is written down before it begins. */
const lookAndSettle = async (finishing: Finishing, ids: UploadRow): Promise<void> => {
  const { db } = finishing;
  const [begun] = await run<{ finish_attempts: number }>(
    db,
    `update upload set finish_attempts = finish_attempts + 1
     where tenant_id = $1 and upload_id = $2 and state = 0 and received = size returning finish_attempts`,
    [ids.tenant_id, ids.upload_id],
  );
  const upload = await findUpload(db, ids.tenant_id, ids.upload_id);
  if (!upload) throw uploadNotFound(ids.upload_id);
  if (!begun) return mustNotBeRefused(upload);
  if (begun.finish_attempts > MOST_ATTEMPTS) {
    await refuseUpload(finishing, upload, CANNOT_BE_LOOKED_AT);
    throw contentRefused(CANNOT_BE_LOOKED_AT);
  }
  try {
    await attempt(finishing, upload);
  } catch (error) {
    await takeAttemptBack(finishing, upload).catch(() => undefined);
    throw error;
  }
};

const CANNOT_BE_LOOKED_AT = sentence`It could not be looked at, however often that was tried.`;
export const BYTES_WERE_LOST = sentence`Some of its bytes were lost by the server: send it again.`;

const takeAttemptBack = ({ db }: Finishing, { tenant_id, upload_id }: UploadRow) =>
  run(
    db,
    `update upload set finish_attempts = finish_attempts - 1
     where tenant_id = $1 and upload_id = $2 and finish_attempts > 0`,
    [tenant_id, upload_id],
  );

const attempt = async (finishing: Finishing, upload: UploadRow): Promise<void> => {
  const { db, files, versions, signal } = finishing;
  const inspection = await findInspection(db, upload.tenant_id, upload.inspection_id);
  if (!inspection) throw inspectionNotFound(upload.inspection_id);
  const { index } = await versions.formOf(db, upload.tenant_id, inspection.version_id);
  const indexed = index.everywhere.get(upload.field.toLowerCase())!;
  const storedAs = randomUUID();
  const examined: Examined = await examineUpload(files, upload, {
    pieces: await listPieces(db, upload),
    kind: kindOf(indexed.field.type),
    keepPosition: indexed.field.keepPosition === true,
    storedAs,
  }).catch((error) => {
    if (error instanceof FileMissing) return { refusal: BYTES_WERE_LOST };
    throw error;
  });
  const settled: Settled =
    'kept' in examined
      ? await settleUpload(finishing, upload, { kept: examined.kept, indexed })
      : await refuseUpload(finishing, upload, examined.refusal);
  const { refusal, isOurs, isAnswered, lacksRoom } = settled;
  if (!isOurs || refusal !== undefined) {
    const unneeded = [storedKey(upload, storedAs), thumbnailKey(upload, storedAs)];
    await files.delete(unneeded).catch(() => undefined);
  }
  if (isAnswered) signal.announce(upload.tenant_id);
  if (refusal === undefined) return;
  if (!isOurs) throw uploadRefused(refusal);
  if (lacksRoom) throw quotaReached(finishing.quota);
  throw 'isOtherBytes' in examined ? hashMismatch(refusal) : contentRefused(refusal);
};
