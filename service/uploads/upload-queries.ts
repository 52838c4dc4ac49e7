import type { UploadPosition } from '#contract/upload.ts';
import type { Message } from '#i18n/message.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, type RowOf, readRow, run, statement } from '#service/database/statement.ts';
import { selectMessage } from '#service/database/stored-message.ts';
import type { Piece, UploadIds } from './stored-names.ts';

/** See contract/upload.ts for the API's names of these states. */
export const IN_PROGRESS = 0;
export const COMPLETE = 1;
export const REJECTED = 2;
/** A hidden picture that is no longer in any answer. */
export const SUPERSEDED = 3;

export type UploadRow = RowOf<typeof FIND_UPLOAD>;

/** Receivers store their bytes after one second, so after two, they have done so or their process has died. */
export const IS_IDLE = "(upload.progressed_at < now() - interval '2 seconds')";

const SELECT_UPLOAD = `
  select upload.tenant_id, upload.upload_id, upload.inspection_id, upload.item_id, upload.field, upload.user_id,
         app_user.user_name, upload.state, upload.metadata, upload.file_name, upload.announced_sha256, upload.size,
         upload.received, upload.receiver is not null and not ${IS_IDLE} as is_receiving, 
         ${selectMessage('upload.rejection_reason')} as rejection_reason, upload.stored_as, upload.sha256, upload.content_type,
         upload.stored_bytes, upload.thumbnail_bytes, upload.width, upload.height, upload.position, upload.taken_at,
         upload.created_at, upload.progressed_at, upload.arrived_at
  from upload
  join app_user on app_user.tenant_id = upload.tenant_id and app_user.user_id = upload.user_id
  where upload.tenant_id = $1`;

type UploadColumns = {
  is_receiving: boolean;
  rejection_reason: Message | null;
  position: UploadPosition | null;
};

const FIND_UPLOAD = statement(
  'find-upload',
)`${SELECT_UPLOAD} and upload.upload_id = $2`.narrow<UploadColumns>();

export const findUpload = (db: Database, tenantId: number, uploadId: string) =>
  findRow(db, FIND_UPLOAD, [tenantId, uploadId]);

const LIST_UPLOADS = statement('list-uploads')`
  ${SELECT_UPLOAD} and upload.inspection_id = $2 and upload.state <> ${SUPERSEDED} and ($3::uuid is null or upload.upload_id > $3)
  order by upload.upload_id limit $4`.narrow<UploadColumns>();

export const listUploads = (
  db: Database,
  tenantId: number,
  inspectionId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<UploadRow[]> => run(db, LIST_UPLOADS, [tenantId, inspectionId, after, limit]);

const COUNT_UPLOADS = statement('count-uploads')`
  select count(*)::integer as count from upload where tenant_id = $1 and inspection_id = $2 and state in (0, 1)`;

/** Skips rejected and superseded uploads, which will soon be deleted. */
export const countUploads = async (db: Database, tenantId: number, inspectionId: string): Promise<number> =>
  (await readRow(db, COUNT_UPLOADS, [tenantId, inspectionId])).count;

const SUM_UNFINISHED = statement('sum-unfinished-uploads')`
  select coalesce(sum(size), 0)::bigint as bytes from upload where tenant_id = $1 and user_id = $2 and state = 0`.narrow<{
  bytes: number;
}>();

export const sumUnfinishedBytes = async (db: Database, tenantId: number, userId: number): Promise<number> =>
  (await readRow(db, SUM_UNFINISHED, [tenantId, userId])).bytes;

const LIST_PIECES = statement('list-pieces')`
  select start, bytes, name from upload_piece where tenant_id = $1 and upload_id = $2 order by start`;

export const listPieces = (db: Database, { tenant_id, upload_id }: UploadIds): Promise<Piece[]> =>
  run(db, LIST_PIECES, [tenant_id, upload_id]);

const DELETE_PIECES = statement('delete-pieces')`
  delete from upload_piece where tenant_id = $1 and upload_id = $2 returning start, bytes, name`;

/** Returns the deleted pieces, whose files can be deleted. */
export const deletePieceRows = (
  trx: DatabaseTransaction,
  { tenant_id, upload_id }: UploadIds,
): Promise<Piece[]> => run(trx, DELETE_PIECES, [tenant_id, upload_id]);

const ADD_UPLOAD_USAGE = statement('add-upload-usage')`
  insert into upload_usage (tenant_id, bytes) values ($1, $2)
  on conflict (tenant_id) do update set bytes = upload_usage.bytes + excluded.bytes returning bytes`;

/** Returns the tenant's total. Call this last in a transaction: all of the tenant's uploads contend for this row. */
export const addUploadUsage = async (
  trx: DatabaseTransaction,
  tenantId: number,
  difference: number,
): Promise<number> => (await readRow(trx, ADD_UPLOAD_USAGE, [tenantId, difference])).bytes;
