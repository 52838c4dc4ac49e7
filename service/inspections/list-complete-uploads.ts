import type { UploadPosition } from '#contract/upload.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';
import { listAnswerUploadsInSteps } from '#workbook-engine/answer-uploads.ts';
import type { AnswerSet } from './inspection-sets.ts';

/** State 1 is Received. */
const LIST_COMPLETE_UPLOADS = statement('list-complete-uploads')`
  select upload.upload_id as id, upload.field, upload.item_id as "itemId", upload.file_name as filename,
         upload.content_type as "contentType", upload.stored_bytes as "storedSize", upload.width, upload.height,
         upload.thumbnail_bytes is not null as "hasThumbnail", upload.position, upload.taken_at as "takenAt",
         encode(upload.sha256, 'hex') as sha256, app_user.user_name as "userName", upload.arrived_at as "receivedAt"
  from upload
  join app_user on app_user.tenant_id = $1 and app_user.user_id = upload.user_id
  where upload.tenant_id = $1 and upload.inspection_id = $2 and upload.state = 1
  order by upload.upload_id`.narrow<{
  hasThumbnail: boolean;
  position: UploadPosition | null;
  sha256: string;
  receivedAt: Date;
}>();

export const listCompleteUploads = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run(db, LIST_COMPLETE_UPLOADS, [tenantId, inspectionId])).map((upload) => ({
    ...upload,
    path: `/api/v1/inspections/${inspectionId}/uploads/${upload.id}`,
  }));

const LIST_COMPLETE_UPLOAD_IDS = statement('list-complete-upload-ids')`
  select upload_id from upload where tenant_id = $1 and inspection_id = $2 and state = 1`;

export const listCompleteUploadIds = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await run(db, LIST_COMPLETE_UPLOAD_IDS, [tenantId, inspectionId]);
  return new Set(rows.map(({ upload_id }) => upload_id));
};

/** Lists only the first incomplete uploads. */
export const findMissingUploads = async (
  { filledForm, comments }: AnswerSet,
  completeUploads: ReadonlySet<string>,
): Promise<AnswerIssue[]> => {
  const references = [
    ...(filledForm ? await runInSlices(listAnswerUploadsInSteps(filledForm)) : []),
    ...Object.entries(comments).flatMap(([field, { pictures = [] }]) =>
      pictures.map((id) => ({ field, id })),
    ),
  ];
  return references
    .filter(({ id }) => !completeUploads.has(id.toLowerCase()))
    .slice(0, workbookLimits.errors)
    .map(({ field, id }) => ({
      field,
      message: msg`${field} refers to the upload ${id}, which is not complete yet.`,
    }));
};
