import type { IncomingMessage } from 'node:http';
import { uploadLimits } from '#contract/upload-limits.ts';
import { msg } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { HttpError } from '#service/http/http-error.ts';
import { deletePieceFiles, rejectUpload } from './complete-upload.ts';
import { addPiece, becomeReceiver, type Receiver, releaseReceiver } from './receivers.ts';
import { splitIntoPieces } from './split-into-pieces.ts';
import { formatPieceKey } from './stored-names.ts';
import {
  senderDisconnected,
  serverStopping,
  throwIfRejected,
  tooManyBytes,
  uploadNotFound,
  uploadRejected,
  uploadTakenOver,
  wrongOffset,
} from './upload-problems.ts';
import { findUpload, type UploadRow } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

/** Buffered per sender. If the server is killed, the sender must resend this much. */
const PIECE_BYTES = 1024 * 1024;
/** After a pause this long, the sender may have disconnected, so the bytes received so far are stored. */
const SILENCE_MS = 1_000;

type ReceiveContext = Pick<Uploads, 'db' | 'files' | 'stopSignal'>;

/** Returns the total number of bytes received. Stores everything that arrives, even if the connection is lost. */
export const receiveUpload = async (
  { db, files, stopSignal }: ReceiveContext,
  upload: UploadRow,
  { body, offset }: { body: IncomingMessage; offset: number },
): Promise<number> => {
  const receiver = await becomeReceiver(db, upload);
  if (!receiver) return readReceivedLength(db, upload, offset);
  try {
    if (receiver.received !== offset) throw wrongOffset(offset, receiver.received);
    if (receiver.pieces >= uploadLimits.maxPieces) {
      await rejectUpload({ db, files }, upload, TOO_MANY_PIECES);
      throw uploadRejected(TOO_MANY_PIECES);
    }
    return await storePieces({ db, files, stopSignal }, upload, { receiver, body });
  } finally {
    await releaseReceiver(db, upload, receiver);
  }
};

const TOO_MANY_PIECES = msg`The file was sent in more than ${uploadLimits.maxPieces} pieces. Send larger pieces.`;

/** For an upload that ended during this request. */
const readReceivedLength = async (db: Database, upload: UploadRow, offset: number): Promise<number> => {
  const current = await findUpload(db, upload.tenant_id, upload.upload_id);
  if (!current) throw uploadNotFound(upload.upload_id);
  if (current.created_at.getTime() !== upload.created_at.getTime()) throw uploadTakenOver();
  throwIfRejected(current);
  if (current.received !== offset) throw wrongOffset(offset, current.received);
  return current.received;
};

const storePieces = async (
  { db, files, stopSignal }: ReceiveContext,
  upload: UploadRow,
  { receiver, body }: { receiver: Receiver; body: IncomingMessage },
): Promise<number> => {
  const { name } = receiver;
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  const source = limitBytes(upload.size - receiver.received, upload.size, stopOnAbort(chunks, stopSignal));
  let { received } = receiver;
  try {
    for await (const piece of splitIntoPieces(source, { bytes: PIECE_BYTES, silenceMs: SILENCE_MS })) {
      const storedPiece = { start: received, bytes: piece.length, name };
      await files.put(formatPieceKey(upload, storedPiece), piece, piece.length);
      if (!(await addPiece(db, upload, storedPiece))) {
        // Otherwise, a user could fill the disk beyond the organisation's limit by cancelling uploads.
        await deletePieceFiles(files, upload, [storedPiece]);
        throw uploadTakenOver();
      }
      received += piece.length;
    }
    return received;
  } finally {
    // The client does not read the response until it has sent the entire body.
    void chunks.return?.().then(
      () => body.resume(),
      () => undefined,
    );
  }
};

async function* limitBytes(max: number, size: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remaining = max;
  for await (const chunk of source) {
    remaining -= chunk.length;
    if (remaining < 0) throw tooManyBytes(size);
    yield chunk;
  }
}

async function* stopOnAbort(chunks: AsyncIterator<Buffer>, stopSignal: AbortSignal): AsyncGenerator<Buffer> {
  let stop = () => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  stopSignal.addEventListener('abort', stop);
  if (stopSignal.aborted) stop();
  try {
    for (;;) {
      const next = chunks.next().catch((error: unknown) => {
        throw error instanceof HttpError ? error : senderDisconnected();
      });
      const result = await Promise.race([next, stopped]);
      if (!result) throw serverStopping();
      if (result.done) return;
      yield result.value;
    }
  } finally {
    stopSignal.removeEventListener('abort', stop);
  }
}
