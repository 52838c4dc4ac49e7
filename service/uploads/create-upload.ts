import type { UploadMetadata } from '#contract/upload.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { lockOwnInspection, resolveItemId } from '#service/inspections/answer-inspection.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { cleanFileName } from './file-name.ts';
import { getUploadKind } from './upload-kind.ts';
import {
  invalidHeader,
  quotaReached,
  tooManyUnfinishedBytes,
  tooManyUploads,
  unknownField,
  uploadIdTaken,
  uploadTooLarge,
} from './upload-problems.ts';
import {
  addUploadUsage,
  countUploads,
  findUpload,
  REJECTED,
  sumUnfinishedBytes,
  type UploadRow,
} from './upload-queries.ts';

/** Announcing uploads is free, so the total is capped. A phone needs little: it sends one upload at a time. */
const MAX_UNFINISHED_SHARE = 0.1;
/** Even under a small tenant limit, a user may have two unfinished uploads of the maximum size. */
const MIN_UNFINISHED_BYTES = 2 * uploadLimits.bytes.file;

type UploadInput = { metadata: UploadMetadata; rawMetadata: string; size: number; uploadId: string };

/** Repeating a request returns the existing upload, or restarts it if it was rejected. */
export const createUpload = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { input, versions, quota }: { input: UploadInput; versions: WorkbookVersions; quota: number },
): Promise<UploadRow> => {
  const { metadata, size } = input;
  const { tenantId } = actor;
  const inspection = await lockOwnInspection(trx, actor, metadata.inspectionId.toLowerCase());
  const { inspection_id: inspectionId } = inspection;
  const { allFields } = (await versions.loadForm(trx, tenantId, inspection.version_id)).index;
  const preparedField = allFields.get(metadata.field.toLowerCase());
  if (preparedField?.field.name !== metadata.field) {
    const names = [...allFields.values()].map(({ field }) => field.name);
    throw unknownField(metadata.field, names);
  }
  const kind = getUploadKind(preparedField.field.type);
  if (size === 0) throw invalidHeader('Upload-Length', 'at least 1', '0');
  if (size > uploadLimits.bytes[kind]) throw uploadTooLarge(kind, size);
  const itemId = await resolveItemId(trx, tenantId, inspectionId, metadata.itemId);

  const existing = await findUpload(trx, tenantId, input.uploadId);
  if (existing && existing.state !== REJECTED) {
    if (existing.inspection_id === inspectionId && isSameRequest(existing, input, itemId)) return existing;
    throw uploadIdTaken(input.uploadId);
  }
  if (!existing && (await countUploads(trx, tenantId, inspectionId)) >= uploadLimits.perInspection) {
    throw tooManyUploads();
  }
  const rows = await run(trx, INSERT_OR_RESTART, [
    tenantId,
    input.uploadId,
    inspectionId,
    itemId,
    metadata.field,
    actor.userId,
    input.rawMetadata,
    cleanFileName(metadata.filename),
    metadata.sha256 === undefined ? null : Buffer.from(metadata.sha256, 'hex'),
    size,
  ]);
  // The ID is taken by another inspection, perhaps because another user sent it concurrently.
  if (rows.length === 0) throw uploadIdTaken(input.uploadId);
  if ((await addUploadUsage(trx, tenantId, size)) > quota) throw quotaReached(quota);
  const max = Math.max(quota * MAX_UNFINISHED_SHARE, MIN_UNFINISHED_BYTES);
  if ((await sumUnfinishedBytes(trx, tenantId, actor.userId)) > max) throw tooManyUnfinishedBytes(max);
  return (await findUpload(trx, tenantId, input.uploadId))!;
};

const INSERT_OR_RESTART = `
  insert into upload (tenant_id, upload_id, inspection_id, item_id, field, user_id, metadata, file_name,
                      announced_sha256, size, created_at, progressed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
  on conflict (tenant_id, upload_id) do update
    set item_id = excluded.item_id, field = excluded.field, user_id = excluded.user_id, state = 0,
        metadata = excluded.metadata, file_name = excluded.file_name,
        announced_sha256 = excluded.announced_sha256, size = excluded.size, received = 0, receiver = null,
        finish_attempts = 0, rejection_reason = null, rejection_reason_sentence = null, created_at = excluded.created_at,
        progressed_at = excluded.progressed_at
    where upload.state = 2 and upload.inspection_id = excluded.inspection_id
  returning upload_id`;

/** Ignores the order of the metadata. */
const isSameRequest = (
  existing: UploadRow,
  { metadata, size }: UploadInput,
  itemId: string | null,
): boolean =>
  existing.field === metadata.field &&
  existing.item_id === itemId &&
  existing.size === size &&
  existing.file_name === cleanFileName(metadata.filename) &&
  (existing.announced_sha256?.toString('hex') ?? null) === (metadata.sha256?.toLowerCase() ?? null);
