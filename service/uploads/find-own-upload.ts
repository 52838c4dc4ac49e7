import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { mustBeOwn } from '#service/inspections/answer-inspection.ts';
import { findInspection, type InspectionView } from '#service/inspections/inspection-queries.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';

/** An upload and its inspection, when the actor is the one who does the inspection. */
export const findOwnUpload = async (
  db: Database,
  actor: Actor,
  uploadId: string,
): Promise<{ upload: UploadRow; inspection: InspectionView }> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Perform');
  const upload = isUuid(uploadId) ? await findUpload(db, tenantId, uploadId) : undefined;
  const inspection = upload && (await findInspection(db, tenantId, upload.inspection_id));
  const isInReach = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isInReach) throw uploadNotFound(uploadId);
  return { upload, inspection: mustBeOwn(actor, inspection.inspection_id, inspection) };
};
