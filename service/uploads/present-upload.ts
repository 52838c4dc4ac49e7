import { type Upload, uploadStateOf } from '#contract/upload.ts';
import type { Translate } from '#i18n/translate.ts';
import type { UploadRow } from './upload-queries.ts';

/** An upload as the API returns it. */
export const presentUpload = (row: UploadRow, translate: Translate): Upload => ({
  id: row.upload_id,
  field: row.field,
  itemId: row.item_id,
  state: uploadStateOf(row.state),
  rejectionReason: row.rejection_reason && translate(row.rejection_reason),
  filename: row.file_name,
  size: row.size,
  received: row.received,
  sha256: row.sha256?.toString('hex') ?? null,
  contentType: row.content_type,
  storedSize: row.stored_bytes,
  width: row.width,
  height: row.height,
  hasThumbnail: row.thumbnail_bytes !== null,
  position: row.position,
  takenAt: row.taken_at,
  userName: row.user_name,
  createdAt: row.created_at.toISOString(),
  receivedAt: row.arrived_at?.toISOString() ?? null,
});
