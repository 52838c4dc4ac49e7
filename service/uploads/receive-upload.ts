import type { IncomingMessage } from 'node:http';
import { uploadLimits } from '#contract/upload-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { rejectUpload } from './complete-upload.ts';
import { inPieces } from './in-pieces.ts';
import { addPiece, becomeReceiver, type Receiver, releaseReceiver } from './receivers.ts';
import { pieceKey } from './stored-names.ts';
import {
  senderDisconnected,
  serverStopping,
  takenOver,
  throwIfRejected,
  tooManyBytes,
  uploadNotFound,
  uploadRejected,
  wrongOffset,
} from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';
import type { UploadStores } from './upload-stores.ts';

/** A piece of this size is in memory for each sender, and is sent again if the server is killed. */
const PIECE_BYTES = 1024 * 1024;
/** After a pause of this length the sender may have disconnected, so the received bytes are stored. */
const SILENCE_MS = 1_000;

export type ReceiveContext = UploadStores & {
  /** Aborted when the server stops. Received bytes are stored, and the sender continues with another server. */
  stopping: AbortSignal;
};

/**
 * Receives the body of a request as the next bytes of an upload, and stores the received bytes even if the connection breaks.
 * Returns the number of received bytes of the upload.
 */
export const receiveUpload = async (
  { db, files, stopping }: ReceiveContext,
  upload: UploadRow,
  { body, offset }: { body: IncomingMessage; offset: number },
): Promise<number> => {
  const receiver = await becomeReceiver(db, upload);
  if (!receiver) return receivedOrThrow(db, upload, offset);
  try {
    if (receiver.received !== offset) throw wrongOffset(offset, receiver.received);
    if (receiver.pieces >= uploadLimits.pieces) {
      await rejectUpload({ db, files }, upload, TOO_MANY_PIECES);
      throw uploadRejected(TOO_MANY_PIECES);
    }
    return await storePieces({ db, files, stopping }, upload, { receiver, body });
  } finally {
    await releaseReceiver(db, upload, receiver);
  }
};

const TOO_MANY_PIECES = sentence`The file was sent in more than ${uploadLimits.pieces} pieces. Send larger pieces.`;

/** For an upload that was completed, rejected, cancelled or restarted since this request started. */
const receivedOrThrow = async (db: Database, upload: UploadRow, offset: number): Promise<number> => {
  const current = await findUpload(db, upload.tenant_id, upload.upload_id);
  if (!current) throw uploadNotFound(upload.upload_id);
  if (current.created_at.getTime() !== upload.created_at.getTime()) throw takenOver();
  throwIfRejected(current);
  if (current.received !== offset) throw wrongOffset(offset, current.received);
  return current.received;
};

const storePieces = async (
  { db, files, stopping }: ReceiveContext,
  upload: UploadRow,
  { receiver, body }: { receiver: Receiver; body: IncomingMessage },
): Promise<number> => {
  const { name } = receiver;
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  const source = upTo(upload.size - receiver.received, upload.size, untilStopping(chunks, stopping));
  let { received } = receiver;
  try {
    for await (const piece of inPieces(source, { bytes: PIECE_BYTES, silenceMs: SILENCE_MS })) {
      const storedPiece = { start: received, bytes: piece.length, name };
      await files.put(pieceKey(upload, storedPiece), piece, piece.length);
      if (!(await addPiece(db, upload, storedPiece))) throw takenOver();
      received += piece.length;
    }
    return received;
  } finally {
    // Discards the rest of the body, because the client reads the response only after it has sent everything.
    void chunks.return?.().then(
      () => body.resume(),
      () => undefined,
    );
  }
};

async function* upTo(max: number, size: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remaining = max;
  for await (const chunk of source) {
    remaining -= chunk.length;
    if (remaining < 0) throw tooManyBytes(size);
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
        throw senderDisconnected();
      });
      const result = await Promise.race([next, stopped]);
      if (!result) throw serverStopping();
      if (result.done) return;
      yield result.value;
    }
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
