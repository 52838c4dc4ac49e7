import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#service/problem.ts';
import { refusalMessage, refusalStatus, requestProblem } from './envelope.ts';

const STATUS = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  outdated: 412,
  unconditional: 428,
  overloaded: 503,
} as const;

type Details = { detail: string; errors?: { field: string; message: string; at?: number | undefined }[] };

/** Turns anything thrown into problem details (RFC 9457), the errors of /api/v1 and of addresses that do not exist. */
export const problemErrorHandler =
  (asProblem: (error: unknown) => Problem | undefined) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = requestProblem(error) ?? asProblem(error);
    if (problem) {
      const { status, ...details } = statusAndDetails(problem);
      if (status === 401) reply.header('www-authenticate', 'Bearer');
      if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
      return sendProblem(reply, status, details);
    }
    const status = refusalStatus(error);
    if (status !== undefined) return sendProblem(reply, status, { detail: refusalMessage(status) });
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendProblem(reply, 500, {
      detail: `An internal error occurred during your request! (request ${request.id})`,
    });
  };

const statusAndDetails = (problem: Problem): Details & { status: number } => ({
  status: STATUS[problem.kind],
  detail: problem.message,
  ...(problem.fields.length > 0 && {
    errors: problem.fields.map(({ message, members, at }) => ({ field: members.join(', '), message, at })),
  }),
});

export const sendProblem = (reply: FastifyReply, status: number, details: Details) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(asProblemDetails({ status, ...details })));

const asProblemDetails = ({ status, ...details }: Details & { status: number }) => ({
  type: 'about:blank',
  title: STATUS_CODES[status],
  status,
  ...details,
});

/** What went wrong after an answer had begun, as one of its last words: its status came before. */
export const lateProblem = (problem: Problem) => asProblemDetails(statusAndDetails(problem));
