import type { FastifyRequest } from 'fastify';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { storageUnavailable } from './upload-problems.ts';

/** Reports in the server administrator's log that the file storage is unavailable. */
export const handleUploadError = (error: unknown, request: FastifyRequest) => {
  if (error instanceof FileStoreUnavailableError) {
    request.log.error({ err: error, requestId: request.id }, 'files cannot be reached');
    throw storageUnavailable();
  }
  throw error;
};
