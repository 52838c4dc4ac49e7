import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { listNeededKeys } from './garbage.ts';
import { parseUploadKey } from './stored-names.ts';
import { COMPLETE, IN_PROGRESS, listPieces } from './upload-queries.ts';

/** Selects all tenants' files. Keys have the format of stored-names.ts and are sorted bytewise. */
export const SELECT_STORED_FILES = `
  select key, bytes, is_piece from (
    select folder || stored_as as key, stored_bytes as bytes, false as is_piece
    from (select *, concat(tenant_id, '/', inspection_id, '/', upload_id, '/') as folder from upload) as complete_upload
    where state = ${COMPLETE}
    union all
    select concat(tenant_id, '/', inspection_id, '/', upload_id, '/', stored_as, '-thumbnail'), thumbnail_bytes, false
    from upload where state = ${COMPLETE} and thumbnail_bytes is not null
    union all
    select concat(upload.tenant_id, '/', inspection_id, '/', upload.upload_id, '/', start, '-', name), bytes, true
    from upload_piece
    join upload on upload.tenant_id = upload_piece.tenant_id and upload.upload_id = upload_piece.upload_id
    where state = ${IN_PROGRESS}
  ) as file
  order by key collate "C"`;

const FIND_STORED_FILE = statement('find-stored-file')`
  select stored_as from upload where tenant_id = $1 and upload_id = $2`;

export const isFileNeeded = async (db: Database, key: string): Promise<boolean> => {
  const owner = parseUploadKey(key);
  if (owner === undefined) return false;
  const [upload] = await run(db, FIND_STORED_FILE, [owner.tenant_id, owner.upload_id]);
  if (!upload) return false;
  return listNeededKeys({ ...owner, ...upload, pieces: await listPieces(db, owner) }).includes(key);
};

/** For an upload that has lost pieces; its sender then starts over. */
export const restartUpload = async (
  trx: DatabaseTransaction,
  { tenantId, uploadId }: { tenantId: number; uploadId: string },
): Promise<void> => {
  await run(trx, 'delete from upload_piece where tenant_id = $1 and upload_id = $2', [tenantId, uploadId]);
  await run(
    trx,
    `update upload set received = 0, receiver = null, finish_attempts = 0
     where tenant_id = $1 and upload_id = $2 and state = ${IN_PROGRESS}`,
    [tenantId, uploadId],
  );
};
