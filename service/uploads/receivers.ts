import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import type { Piece, UploadIds } from './stored-names.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, IS_IDLE, type UploadRow } from './upload-queries.ts';

/*
 * Only the newest request can append to an upload. When a phone loses its network, it reconnects, often to another
 * process, while the server is still waiting for bytes from the first connection. So each request writes its name (a
 * random ID) into the upload's row, and only the request named there can add a piece, at the offset it has read. Each
 * piece is a separate file, so a late piece is simply unused. No locks or database connections are held while bytes
 * arrive.
 *
 * Before taking over, a request briefly waits for the previous one to store its bytes, which takes at most SILENCE_MS
 * (receive-upload.ts) once no more bytes arrive. If its process has died, the wait is short (IS_IDLE).
 */

const RECEIVER_TIMEOUT_MS = 3_000;
/** For requests that only read the progress. */
const SHORT_RECEIVER_TIMEOUT_MS = 1_500;
const POLL_INTERVAL_MS = 50;

/** A request that can add pieces until another one takes over. `received` is an offset in bytes. */
export type Receiver = { name: string; received: number; pieces: number };

/** An upload restarted with the same ID and another size has another creation time. */
const IS_SAME_UPLOAD_IN_PROGRESS = 'tenant_id = $1 and upload_id = $2 and created_at = $3 and state = 0';

const CLAIM_UPLOAD = statement('claim-upload')`
  update upload set receiver = $4, progressed_at = now()
  where ${IS_SAME_UPLOAD_IN_PROGRESS} and (receiver is null or $5 or ${IS_IDLE})
  returning received, (
    select count(*)::integer from upload_piece where tenant_id = $1 and upload_id = $2
  ) as pieces`.narrow<{ pieces: number }>();

/** Returns undefined if the upload is no longer in progress. */
export const becomeReceiver = async (
  db: Database,
  { tenant_id, upload_id, created_at }: UploadRow,
): Promise<Receiver | undefined> => {
  const name = randomUUID();
  const waitUntil = performance.now() + RECEIVER_TIMEOUT_MS;
  for (;;) {
    const canTakeOver = performance.now() >= waitUntil;
    const key = [tenant_id, upload_id, created_at];
    const [row] = await run(db, CLAIM_UPLOAD, [...key, name, canTakeOver]);
    if (row) return { name, ...row };
    if (!(await hasRow(db, FIND_IN_PROGRESS, key))) return undefined;
    await setTimeout(POLL_INTERVAL_MS);
  }
};

const FIND_IN_PROGRESS = `select from upload where ${IS_SAME_UPLOAD_IN_PROGRESS}`;

/** Re-reads the upload once its receiver has stored its bytes, or after a timeout. */
export const waitForReceiver = async (db: Database, upload: UploadRow): Promise<UploadRow> => {
  const waitUntil = performance.now() + SHORT_RECEIVER_TIMEOUT_MS;
  let current: UploadRow | undefined = upload;
  while (current.is_receiving && performance.now() < waitUntil) {
    await setTimeout(POLL_INTERVAL_MS);
    current = await findUpload(db, upload.tenant_id, upload.upload_id);
    if (!current) throw uploadNotFound(upload.upload_id);
  }
  return current;
};

export const releaseReceiver = async (
  db: Database,
  { tenant_id, upload_id }: UploadIds,
  { name }: Receiver,
): Promise<void> => {
  await run(
    db,
    'update upload set receiver = null where tenant_id = $1 and upload_id = $2 and receiver = $3',
    [tenant_id, upload_id, name],
  );
};

const ADVANCE_UPLOAD = `
  update upload set received = received + $5, progressed_at = now()
  where tenant_id = $1 and upload_id = $2 and state = 0 and receiver = $3 and received = $4
  returning received`;

const ADD_PIECE = `
  insert into upload_piece (tenant_id, upload_id, name, start, bytes) values ($1, $2, $3, $4, $5)`;

/** Returns false if another request has taken over or the upload has ended. */
export const addPiece = (
  db: Database,
  { tenant_id, upload_id }: UploadIds,
  { start, bytes, name }: Piece,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const values = [tenant_id, upload_id, name, start, bytes];
    const isAdvanced = await hasRow(trx, ADVANCE_UPLOAD, values);
    if (isAdvanced) await run(trx, ADD_PIECE, values);
    return isAdvanced;
  });
