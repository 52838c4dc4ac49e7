import type { FastifyReply, FastifyRequest } from 'fastify';
import { FilesUnavailable } from '#service/files/files.ts';
import { sendProblem } from '#service/http/problem-reply.ts';
import { filesAway, Refusal } from './upload-problems.ts';

/**
 * Refusals have a status of their own. Everything else is told as it is everywhere; that files are out of reach is the
 * operator's to know too.
 */
export const uploadErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Refusal) {
    const { status, message, field } = error;
    return sendProblem(reply, status, {
      detail: message,
      ...(field !== undefined && { errors: [{ field, message }] }),
    });
  }
  if (error instanceof FilesUnavailable) {
    request.log.error({ err: error, requestId: request.id }, 'files cannot be reached');
    throw filesAway();
  }
  throw error;
};
