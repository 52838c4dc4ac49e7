import type { KeptPicture } from '#inspector/store/kept.ts';
import { NO_ITEM } from '#inspector/store/kept.ts';
import type { Store } from '#inspector/store/store.ts';
import { readRetryAfter } from './retry-after.ts';
import { isRefusal, Refused, type Server, SignedOut, Unreachable } from './server.ts';

/** Bytes of a piece: one that is cut off is sent again, so on a bad line little is sent twice. */
const PIECE = 512 * 1024;
/** A connection over which nothing went for so long broke without a word. */
const SILENT_MS = 60_000;

/**
 * Sends what is not there yet of a picture (tus 1.0). Cut off, it goes on where the server has come to; the server checks
 * by the hash that all of it arrived as it was made. Throws Unreachable, SignedOut, Refused.
 */
export const sendPicture = async (
  { database, files }: Store,
  server: Server,
  picture: KeptPicture,
): Promise<void> => {
  const bytes = await files.read(picture.id);
  // Nothing else removes it before it has arrived: the device lost it.
  if (!bytes) throw new Refused(410, 'The picture is no longer on this device.');
  const { DetailedError, Upload } = await import('tus-js-client');
  let silence: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve, reject) => {
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        reject(new Unreachable('Nothing of the picture goes through.'));
        void upload.abort().catch(() => {});
      }, SILENT_MS);
    };
    const upload = new Upload(bytes, {
      endpoint: server.addressOf('/api/v1/uploads'),
      uploadUrl: picture.uploadUrl,
      uploadSize: picture.size,
      chunkSize: PIECE,
      headers: server.headers(),
      metadata: metadataOf(picture),
      // When to try again is the queue's business.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: hear,
      onUploadUrlAvailable: () =>
        void database.pictures.update(picture.id, { uploadUrl: upload.url ?? null }).catch(reject),
      onChunkComplete: (_size, sent) => void database.pictures.update(picture.id, { sent }).catch(reject),
      onSuccess: () => resolve(),
      onError: (error) => reject(error instanceof DetailedError ? problemOf(error) : error),
    });
    hear();
    upload.start();
  }).finally(() => clearTimeout(silence));
  await database.pictures.update(picture.id, { sent: picture.size, isArrived: true });
};

const metadataOf = ({ id, inspectionId, field, itemId, name, type, sha256 }: KeptPicture) => ({
  ...{ id, inspectionId, field, filename: name, filetype: type, sha256 },
  ...(itemId !== NO_ITEM && { itemId }),
});

const problemOf = (error: import('tus-js-client').DetailedError): Error => {
  const { originalRequest, originalResponse } = error;
  const status = originalResponse?.getStatus() ?? 0;
  // Bytes that were said to be lost have come meanwhile: how many, the next attempt asks.
  const isElsewhere = status === 409 && originalRequest?.getMethod() === 'PATCH';
  if (isElsewhere || !isRefusal(status, originalResponse?.getHeader('content-type')))
    return new Unreachable(error.message, {
      retryAfterMs: readRetryAfter(
        originalResponse?.getHeader('retry-after'),
        originalResponse?.getHeader('date'),
      ),
    });
  const detail = detailOf(originalResponse?.getBody() ?? '') ?? error.message;
  return status === 401 ? new SignedOut(status, detail) : new Refused(status, detail);
};

const detailOf = (body: string): string | undefined => {
  try {
    return (JSON.parse(body) as { detail?: string }).detail;
  } catch {
    return undefined;
  }
};
