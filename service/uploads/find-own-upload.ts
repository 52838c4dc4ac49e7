import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireOwn } from '#service/inspections/answer-inspection.ts';
import { findInspection } from '#service/inspections/inspection-queries.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';

/** Reads an upload. Throws unless the actor is the inspector of its inspection. */
export const findOwnUpload = async (db: Database, actor: Actor, uploadId: string): Promise<UploadRow> => {
  const { tenantId } = actor;
  const upload = isUuid(uploadId) ? await findUpload(db, tenantId, uploadId) : undefined;
  const inspection = upload && (await findInspection(db, tenantId, upload.inspection_id));
  requireOwn(actor, inspection, () => uploadNotFound(uploadId));
  return upload!;
};
