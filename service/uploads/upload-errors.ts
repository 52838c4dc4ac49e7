import type { FastifyRequest } from 'fastify';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { storageUnavailable } from './upload-problems.ts';

export const handleUploadError = (error: unknown, request: FastifyRequest) => {
  if (error instanceof FileStoreUnavailableError) {
    request.log.error({ err: error, requestId: request.id }, 'files cannot be reached');
    throw storageUnavailable();
  }
  throw error;
};
