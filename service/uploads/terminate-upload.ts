import type { DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { findRow, statement } from '#service/database/statement.ts';
import { lockInspection } from '#service/inspections/inspection-queries.ts';
import { deletePieceFiles } from './complete-upload.ts';
import type { Piece, UploadIds } from './stored-names.ts';
import { uploadComplete } from './upload-problems.ts';
import {
  addUploadUsage,
  COMPLETE,
  deletePieceRows,
  findUpload,
  IN_PROGRESS,
  SUPERSEDED,
} from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

const DELETE_UPLOAD = statement('delete-upload')`
  delete from upload where tenant_id = $1 and upload_id = $2 returning state, size`;

/** Does nothing if the upload no longer exists (tus, Termination). */
export const terminateUpload = async ({ db, files }: UploadStores, ids: UploadIds): Promise<void> => {
  const pieces = await inTransaction(db, async (trx) => {
    await lockInspection(trx, ids.tenant_id, ids.inspection_id);
    const upload = await findUpload(trx, ids.tenant_id, ids.upload_id);
    if (upload?.state === COMPLETE || upload?.state === SUPERSEDED) throw uploadComplete();
    return deleteUnfinishedUpload(trx, ids);
  });
  await deletePieceFiles(files, ids, pieces);
};

/** Returns the pieces, whose files can be deleted. */
export const deleteUnfinishedUpload = async (trx: DatabaseTransaction, ids: UploadIds): Promise<Piece[]> => {
  const pieces = await deletePieceRows(trx, ids);
  const deletedUpload = await findRow(trx, DELETE_UPLOAD, [ids.tenant_id, ids.upload_id]);
  if (deletedUpload?.state === IN_PROGRESS) await addUploadUsage(trx, ids.tenant_id, -deletedUpload.size);
  return pieces;
};
