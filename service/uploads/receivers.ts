import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Piece, UploadIds } from './stored-names.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, IS_IDLE, type UploadRow } from './upload-queries.ts';

/*
 * The newest request can append to an upload. A phone that loses its network reconnects, often to another
 * process, while the server is still waiting for the first connection. So the new request writes its name
 * into the row, and only the request with that name can add a piece, at the offset it has read. Every piece
 * is a separate file that never changes, so a piece that arrives late is simply not used. No locks or
 * database connections are held while bytes arrive, and a server that dies leaves nothing for others to wait
 * for.
 * Before it takes over, a request waits briefly for the previous one to store its bytes: if disconnected, the
 * previous one does so immediately; if paused, within SILENCE_MS (receive-upload.ts). If a process has died,
 * the wait is short (IS_IDLE).
 */

/** How long a new request waits for the previous one. */
const RECEIVER_TIMEOUT_MS = 3_000;
/** How long a request that only reads the progress waits. */
const SHORT_RECEIVER_TIMEOUT_MS = 1_500;
const POLL_INTERVAL_MS = 50;

/** The right to add pieces until another request takes over, with the offset and the number of pieces. */
export type Receiver = { name: string; received: number; pieces: number };

/** A cancelled or rejected upload can be restarted with the same ID and another size, hence created_at. */
const SAME_IN_PROGRESS = 'tenant_id = $1 and upload_id = $2 and created_at = $3 and state = 0';

const CLAIM_UPLOAD = statement('claim-upload')`
  update upload set receiver = $4, progressed_at = now()
  where ${SAME_IN_PROGRESS} and (receiver is null or $5 or ${IS_IDLE})
  returning received, (
    select count(*)::integer from upload_piece where tenant_id = $1 and upload_id = $2
  ) as pieces`.narrow<{ pieces: number }>();

/** Makes this request the receiver of an upload. Returns undefined if the upload is no longer in progress. */
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
    const [unfinished] = await run(db, FIND_IN_PROGRESS, key);
    if (!unfinished) return undefined;
    await setTimeout(POLL_INTERVAL_MS);
  }
};

const FIND_IN_PROGRESS = `select from upload where ${SAME_IN_PROGRESS}`;

/** Reads an upload again once its receiver has stored its bytes, or after a timeout if it keeps receiving. */
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

const ADD = `
  with updated as (
    update upload set received = received + $5, progressed_at = now()
    where tenant_id = $1 and upload_id = $2 and state = 0 and receiver = $3 and received = $4
    returning received
  ), piece as (
    insert into upload_piece (tenant_id, upload_id, start, bytes, name) select $1, $2, $4, $5, $3 from updated
  )
  select received from updated`;

/** Adds a piece whose file has been stored. Returns false if another request has taken over or the upload has ended. */
export const addPiece = async (
  db: Database,
  { tenant_id, upload_id }: UploadIds,
  { start, bytes, name }: Piece,
): Promise<boolean> => {
  const updated = await run(db, ADD, [tenant_id, upload_id, name, start, bytes]);
  return updated.length > 0;
};
