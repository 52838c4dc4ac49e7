import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import type { Say } from '#sentences/say.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Problem } from '#service/problem.ts';
import { internalError, refusalSentence, refusalStatus, requestProblem } from './envelope.ts';
import { nextTurn } from './in-slices.ts';
import { Refusal } from './refusal.ts';
import { speakTo } from './speak-to.ts';

const STATUS = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  outdated: 412,
  unconditional: 428,
  limited: 429,
  overloaded: 503,
} as const;

/** Recognises failures of the database that may pass. */
export type AsProblem = (error: unknown) => Problem | undefined;

type Details = {
  type?: string | undefined;
  detail: Sentence;
  errors?: { field: string; message: Sentence; at?: number | undefined }[];
};

/** Turns anything thrown into problem details (RFC 9457), the errors of /api/v1 and of addresses that do not exist. */
export const problemErrorHandler =
  (asProblem: AsProblem) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, retryAfter, ...details } = detailsOf(error, request, asProblem);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return sendProblem(reply, status, details);
  };

/** The same after an answer has begun and its status is given: for the last of its lines, by who has spoken in those before. */
export const lateProblem = (error: unknown, request: FastifyRequest, asProblem: AsProblem, say: Say) => {
  const { status, retryAfter: _, ...details } = detailsOf(error, request, asProblem);
  return problemDetails(status, details, say);
};

const detailsOf = (
  error: unknown,
  request: FastifyRequest,
  asProblem: AsProblem,
): Details & { status: number; retryAfter?: number | undefined } => {
  const problem = requestProblem(error) ?? asProblem(error);
  if (problem) {
    return {
      status: STATUS[problem.kind],
      retryAfter: problem.retryAfter,
      type: problem.type,
      detail: problem.sentence,
      ...(problem.fields.length > 0 && {
        errors: problem.fields.map(({ message, members, at }) => ({
          field: members.join(', '),
          message,
          at,
        })),
      }),
    };
  }
  const status = refusalStatus(error);
  if (status !== undefined) {
    const detail = refusalSentence(error, status);
    const field = error instanceof Refusal ? error.field : undefined;
    return { status, detail, ...(field !== undefined && { errors: [{ field, message: detail }] }) };
  }
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return { status: 500, detail: internalError(request) };
};

export const sendProblem = (reply: FastifyReply, status: number, details: Details) => {
  reply.code(status).header('cache-control', 'no-store').type('application/problem+json; charset=utf-8');
  const say = speakTo(reply);
  if ((details.errors?.length ?? 0) > limits.violations) return sendLong(reply, details, say);
  return reply.send(JSON.stringify(problemDetails(status, details, say)));
};

/** A refused bulk call has up to 10,000 reasons: it takes 4 ms to say them and 6 ms to write them. */
const sendLong = async (reply: FastifyReply, details: Details, say: Say) => {
  await nextTurn();
  const body = problemDetails(reply.statusCode, details, say);
  await nextTurn();
  return reply.send(JSON.stringify(body));
};

const problemDetails = (status: number, { type = 'about:blank', detail, errors }: Details, say: Say) => ({
  type,
  // 460 is a status of tus.
  title: STATUS_CODES[status] ?? 'Checksum Mismatch',
  status,
  detail: say(detail),
  ...(errors && { errors: errors.map((fault) => ({ ...fault, message: say(fault.message) })) }),
});
