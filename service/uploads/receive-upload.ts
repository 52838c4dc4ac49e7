import type { IncomingMessage } from 'node:http';
import { uploadLimits } from '#contract/upload-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { inPieces } from './in-pieces.ts';
import { mustNotBeRefused } from './must-not-be-refused.ts';
import { addPiece, leaveReceiver, type Receiver, takeReceiver } from './receivers.ts';
import { refuseUpload } from './settle-upload.ts';
import { pieceKey } from './stored-names.ts';
import {
  anotherReceives,
  offsetElsewhere,
  senderGone,
  serverStops,
  tooManyBytes,
  uploadNotFound,
  uploadRefused,
} from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

/** A piece of this size is held in memory for each sender, and may be sent again when the server is killed. */
const PIECE_BYTES = 1024 * 1024;
/** A sender that falls silent for so long may be gone without a word: what it sent is put down. */
const SILENCE_MS = 1_000;

export type Receiving = UploadStores & {
  /** Fires when the server stops: what came so far is kept, and the sender goes on elsewhere. */
  stopping: AbortSignal;
};

/**
 * Takes the body of a request as the next bytes of an upload, and keeps of it what comes, however it ends. Returns how
 * many bytes of the upload are here.
 */
export const receiveUpload = async (
  { db, files, stopping }: Receiving,
  upload: UploadRow,
  { body, offset }: { body: IncomingMessage; offset: number },
): Promise<number> => {
  const receiver = await takeReceiver(db, upload);
  if (!receiver) return whatBecameOf(db, upload, offset);
  try {
    if (receiver.received !== offset) throw offsetElsewhere(offset, receiver.received);
    if (receiver.pieces >= uploadLimits.pieces) {
      await refuseUpload({ db, files }, upload, IN_TOO_MANY_PIECES);
      throw uploadRefused(IN_TOO_MANY_PIECES);
    }
    return await keepPieces({ db, files, stopping }, upload, { receiver, body });
  } finally {
    await leaveReceiver(db, upload, receiver);
  }
};

const IN_TOO_MANY_PIECES = sentence`It came in more than ${uploadLimits.pieces} pieces: send larger ones.`;

/** It arrived, was refused, was taken back or begun anew while this request came. */
const whatBecameOf = async (db: Database, upload: UploadRow, offset: number): Promise<number> => {
  const now = await findUpload(db, upload.tenant_id, upload.upload_id);
  if (!now) throw uploadNotFound(upload.upload_id);
  if (now.created_at.getTime() !== upload.created_at.getTime()) throw anotherReceives();
  mustNotBeRefused(now);
  if (now.received !== offset) throw offsetElsewhere(offset, now.received);
  return now.received;
};

const keepPieces = async (
  { db, files, stopping }: Receiving,
  upload: UploadRow,
  { receiver, body }: { receiver: Receiver; body: IncomingMessage },
): Promise<number> => {
  const { name } = receiver;
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  const source = upTo(upload.size - receiver.received, upload.size, untilStopping(chunks, stopping));
  let { received } = receiver;
  try {
    for await (const piece of inPieces(source, { bytes: PIECE_BYTES, silenceMs: SILENCE_MS })) {
      const place = { start: received, bytes: piece.length, name };
      await files.put(pieceKey(upload, place), piece, piece.length);
      if (!(await addPiece(db, upload, place))) throw anotherReceives();
      received += piece.length;
    }
    return received;
  } finally {
    // A sender that is told "no" in the middle of its sending can read that only when the rest is taken from it.
    void chunks.return?.().then(
      () => body.resume(),
      () => undefined,
    );
  }
};

async function* upTo(most: number, size: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = most;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw tooManyBytes(size);
    yield chunk;
  }
}

async function* untilStopping(chunks: AsyncIterator<Buffer>, stopping: AbortSignal): AsyncGenerator<Buffer> {
  let stop = () => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    for (;;) {
      const next = chunks.next().catch(() => {
        throw senderGone();
      });
      const step = await Promise.race([next, stopped]);
      if (!step) throw serverStops();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
