import type { UploadPosition } from '#contract/upload.ts';
import type { Sentence } from '#i18n/sentence.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { storedSentence } from '#service/database/stored-sentence.ts';
import type { Piece, UploadIds } from './stored-names.ts';

/** The states of an upload as numbers: contract/upload.ts has their names. */
export const ARRIVING = 0;
export const ARRIVED = 1;
export const REJECTED = 2;
/** No answer refers to the picture any more: it is hidden, and its files are deleted later (supersedePictures). */
export const SUPERSEDED = 3;

export type UploadRow = UploadIds & {
  item_id: string | null;
  field: string;
  user_id: number;
  user_name: string;
  state: number;
  metadata: string;
  file_name: string;
  announced_sha256: Buffer | null;
  size: number;
  received: number;
  /** A request is adding bytes, and may have received more than it has stored. */
  is_receiving: boolean;
  refusal: Sentence | null;
  stored_as: string | null;
  sha256: Buffer | null;
  content_type: string | null;
  stored_bytes: number | null;
  thumbnail_bytes: number | null;
  width: number | null;
  height: number | null;
  position: UploadPosition | null;
  taken_at: string | null;
  created_at: Date;
  progressed_at: Date;
  arrived_at: Date | null;
};

/**
 * SQL over `upload`: a receiver stores what arrived at least every second, unless more keeps arriving. After a longer pause
 * it has nothing to store, or died with its process.
 */
export const IS_IDLE = "(upload.progressed_at < now() - interval '2 seconds')";

const SELECT_UPLOAD = `
  select upload.tenant_id, upload.upload_id, upload.inspection_id, upload.item_id, upload.field, upload.user_id,
         app_user.user_name, upload.state, upload.metadata, upload.file_name, upload.announced_sha256, upload.size,
         upload.received, upload.receiver is not null and not ${IS_IDLE} as is_receiving, 
         ${storedSentence('upload.refusal')} as refusal, upload.stored_as, upload.sha256, upload.content_type,
         upload.stored_bytes, upload.thumbnail_bytes, upload.width, upload.height, upload.position, upload.taken_at,
         upload.created_at, upload.progressed_at, upload.arrived_at
  from upload
  join app_user on app_user.tenant_id = upload.tenant_id and app_user.user_id = upload.user_id
  where upload.tenant_id = $1`;

export const findUpload = async (db: Database, tenantId: number, uploadId: string) => {
  const [upload] = await run<UploadRow>(db, `${SELECT_UPLOAD} and upload.upload_id = $2`, [
    tenantId,
    uploadId,
  ]);
  return upload;
};

export const listUploads = (
  db: Database,
  tenantId: number,
  inspectionId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<UploadRow[]> =>
  run<UploadRow>(
    db,
    `${SELECT_UPLOAD} and upload.inspection_id = $2 and upload.state <> ${SUPERSEDED} and ($3::uuid is null or upload.upload_id > $3)
     order by upload.upload_id limit $4`,
    [tenantId, inspectionId, after, limit],
  );

/** Counts the uploads of an inspection. Rejected and superseded ones are deleted soon and do not count. */
export const countUploads = async (db: Database, tenantId: number, inspectionId: string): Promise<number> => {
  const [counted] = await run<{ count: number }>(
    db,
    'select count(*)::integer as count from upload where tenant_id = $1 and inspection_id = $2 and state in (0, 1)',
    [tenantId, inspectionId],
  );
  return counted!.count;
};

export const listPieces = (db: Database, { tenant_id, upload_id }: UploadIds): Promise<Piece[]> =>
  run<Piece>(
    db,
    'select start, bytes, name from upload_piece where tenant_id = $1 and upload_id = $2 order by start',
    [tenant_id, upload_id],
  );

/** Deletes the rows of all pieces, because their files are no longer needed. */
export const dropPieces = (trx: DatabaseTransaction, { tenant_id, upload_id }: UploadIds): Promise<Piece[]> =>
  run<Piece>(
    trx,
    'delete from upload_piece where tenant_id = $1 and upload_id = $2 returning start, bytes, name',
    [tenant_id, upload_id],
  );

/** Adds to the bytes of the tenant's uploads; returns the total. The last lock of a transaction, because all need it. */
export const countBytes = async (
  trx: DatabaseTransaction,
  tenantId: number,
  difference: number,
): Promise<number> => {
  const [usage] = await run<{ bytes: number }>(
    trx,
    `insert into upload_usage (tenant_id, bytes) values ($1, $2)
     on conflict (tenant_id) do update set bytes = upload_usage.bytes + excluded.bytes returning bytes`,
    [tenantId, difference],
  );
  return usage!.bytes;
};
