import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actor } from '#service/identity/actor.ts';
import { mustBeOwn } from '#service/inspections/answer-inspection.ts';
import { findInspection } from '#service/inspections/inspection-queries.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';

/** An upload, when the actor is the one who does its inspection. */
export const findOwnUpload = async (db: Database, actor: Actor, uploadId: string): Promise<UploadRow> => {
  const { tenantId } = actor;
  const upload = isUuid(uploadId) ? await findUpload(db, tenantId, uploadId) : undefined;
  const inspection = upload && (await findInspection(db, tenantId, upload.inspection_id));
  mustBeOwn(actor, inspection, () => uploadNotFound(uploadId));
  return upload!;
};
