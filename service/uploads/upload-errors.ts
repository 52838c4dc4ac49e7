import type { FastifyRequest } from 'fastify';
import { FilesUnavailable } from '#service/files/files.ts';
import { filesAway } from './upload-problems.ts';

/** Errors are told as everywhere; that files are out of reach is the operator's to know too. */
export const uploadErrorHandler = (error: unknown, request: FastifyRequest) => {
  if (error instanceof FilesUnavailable) {
    request.log.error({ err: error, requestId: request.id }, 'files cannot be reached');
    throw filesAway();
  }
  throw error;
};
