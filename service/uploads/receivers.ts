import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Piece, UploadIds } from './stored-names.ts';
import { uploadNotFound } from './upload-problems.ts';
import { findUpload, IS_IDLE, type UploadRow } from './upload-queries.ts';

/*
 * Who may add to an upload
 *
 * A phone that loses its network comes back on another connection, often on another process, while the server still
 * waits on the first. So the newest request wins: it writes its name into the row, and a piece is added only by the
 * request whose name stands there, at the offset that it was told. Every piece is a file of its own and is never changed,
 * so one that comes too late is simply nobody's. Nothing is locked while bytes are on their way, no connection of the
 * database is held, and a server that dies leaves nothing that others have to wait for.
 *
 * Before it takes over, a request waits a moment for the one before to put down what it has: one that was cut off does
 * so at once, one that fell silent within SILENCE_MS (receive-upload.ts). For one that died with its process nobody
 * waits long (IS_IDLE).
 */

/** How long the one before is waited for. */
const PATIENCE_MS = 3_000;
/** And by who only wants to know how far the upload has come. */
const SHORT_PATIENCE_MS = 1_500;
const LOOK_EVERY_MS = 50;

/** The right to add pieces, until somebody else has it; `received` is where to begin, `pieces` how many there are. */
export type Receiver = { name: string; received: number; pieces: number };

/** An upload that was taken back or refused may be begun anew under its id, of another size: it is another one then. */
const SAME_ARRIVING = 'tenant_id = $1 and upload_id = $2 and created_at = $3 and state = 0';

const TAKE = `
  update upload set receiver = $4, progressed_at = now()
  where ${SAME_ARRIVING} and (receiver is null or $5 or ${IS_IDLE})
  returning received, (
    select count(*)::integer from upload_piece where tenant_id = $1 and upload_id = $2
  ) as pieces`;

/** Becomes the receiver of an upload; undefined when it is not arriving any more. */
export const takeReceiver = async (
  db: Database,
  { tenant_id, upload_id, created_at }: UploadRow,
): Promise<Receiver | undefined> => {
  const name = randomUUID();
  const waitUntil = performance.now() + PATIENCE_MS;
  for (;;) {
    const mayTakeOver = performance.now() >= waitUntil;
    const which = [tenant_id, upload_id, created_at];
    const [taken] = await run<Omit<Receiver, 'name'>>(db, TAKE, [...which, name, mayTakeOver]);
    if (taken) return { name, ...taken };
    const [arriving] = await run(db, FIND_ARRIVING, which);
    if (!arriving) return undefined;
    await setTimeout(LOOK_EVERY_MS);
  }
};

const FIND_ARRIVING = `select from upload where ${SAME_ARRIVING}`;

/** An upload as it is when what is being received has been put down, or after a moment if that goes on. */
export const whenReceiverLeft = async (db: Database, upload: UploadRow): Promise<UploadRow> => {
  const waitUntil = performance.now() + SHORT_PATIENCE_MS;
  let now: UploadRow | undefined = upload;
  while (now.is_receiving && performance.now() < waitUntil) {
    await setTimeout(LOOK_EVERY_MS);
    now = await findUpload(db, upload.tenant_id, upload.upload_id);
    if (!now) throw uploadNotFound(upload.upload_id);
  }
  return now;
};

/** Puts the right down, if nobody else has taken it. */
export const leaveReceiver = async (
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
  with grown as (
    update upload set received = received + $5, progressed_at = now()
    where tenant_id = $1 and upload_id = $2 and state = 0 and receiver = $3 and received = $4
    returning received
  ), piece as (
    insert into upload_piece (tenant_id, upload_id, start, bytes, name) select $1, $2, $4, $5, $3 from grown
  )
  select received from grown`;

/** Adds a piece whose file is safe; false when another request has taken over, or the upload has ended. */
export const addPiece = async (
  db: Database,
  { tenant_id, upload_id }: UploadIds,
  { start, bytes, name }: Piece,
): Promise<boolean> => {
  const grown = await run(db, ADD, [tenant_id, upload_id, name, start, bytes]);
  return grown.length > 0;
};
