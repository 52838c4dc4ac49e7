import { type LocalPicture, NO_ITEM } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import {
  RequestRejectedError,
  readError,
  type ServerClient,
  ServerUnreachableError,
} from './server-client.ts';

/** Interrupted chunks are resent, so small chunks waste little data on a bad connection. */
const CHUNK_BYTES = 512 * 1024;
/** Without progress for this long, the connection is considered lost. */
const STALL_TIMEOUT_MS = 60_000;

/** Uploads a picture, or resumes its upload (tus 1.0). Throws ServerUnreachableError, RequestRejectedError. */
export const sendPicture = async (
  { database, files }: Store,
  client: ServerClient,
  picture: LocalPicture,
): Promise<void> => {
  const bytes = await files.read(picture.id);
  // The app never deletes unsent files, so the browser must have lost this one.
  if (!bytes) throw new RequestRejectedError(410, 'The picture is no longer on this device.');
  const { DetailedError, Upload } = await import('tus-js-client');
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve, reject) => {
    const onProgress = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => {
        reject(new ServerUnreachableError('The upload of the picture has stalled.'));
        void upload.abort().catch(() => {});
      }, STALL_TIMEOUT_MS);
    };
    const upload = new Upload(bytes, {
      endpoint: client.resolveUrl('/api/v1/uploads'),
      uploadUrl: picture.uploadUrl,
      uploadSize: picture.size,
      chunkSize: CHUNK_BYTES,
      headers: client.createHeaders(),
      metadata: createMetadata(picture),
      // The outbox decides when to retry.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress,
      onUploadUrlAvailable: () =>
        void database.pictures.update(picture.id, { uploadUrl: upload.url ?? null }).catch(reject),
      onChunkComplete: (_size, sent) => void database.pictures.update(picture.id, { sent }).catch(reject),
      onSuccess: () => resolve(),
      onError: (error) =>
        error instanceof DetailedError ? void toError(error).then(reject, reject) : reject(error),
    });
    onProgress();
    upload.start();
  }).finally(() => clearTimeout(stallTimer));
  await database.pictures.update(picture.id, { sent: picture.size, isArrived: true });
};

const createMetadata = ({ id, inspectionId, field, itemId, name, type, sha256 }: LocalPicture) => ({
  ...{ id, inspectionId, field, filename: name, filetype: type, sha256 },
  ...(itemId !== NO_ITEM && { itemId }),
});

const toError = async (error: import('tus-js-client').DetailedError): Promise<Error> => {
  const { message, originalRequest, originalResponse } = error;
  const status = originalResponse?.getStatus() ?? 0;
  // The server received a chunk whose response was lost. The next attempt first reads the offset from the server.
  const isOffsetMismatch = status === 409 && originalRequest?.getMethod() === 'PATCH';
  if (!originalResponse || status === 0 || isOffsetMismatch) return new ServerUnreachableError(message);
  const headers = ['content-type', 'retry-after', 'date'].flatMap((name): [string, string][] => {
    const value = originalResponse.getHeader(name);
    return value ? [[name, value]] : [];
  });
  return readError(new Response(originalResponse.getBody() || null, { status, headers }), message);
};
