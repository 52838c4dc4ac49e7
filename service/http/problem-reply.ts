import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import type { Message } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import {
  type AsProblem,
  describeRejection,
  findRejectionStatus,
  internalError,
  toRequestProblem,
} from './envelope.ts';
import { HttpError } from './http-error.ts';
import { negotiateTranslate } from './reply-language.ts';
import { yieldToEventLoop } from './run-in-slices.ts';

const STATUS_BY_KIND = {
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

type Details = {
  type?: string | undefined;
  detail: Message;
  errors?: { field: string; message: Message; at?: number | undefined }[];
};

/** Sends errors of /api/v1 and unknown URLs as problem details (RFC 9457). */
export const problemErrorHandler =
  (asProblem: AsProblem) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, retryAfter, ...details } = toDetails(error, request, asProblem);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return sendProblem(reply, status, details);
  };

/** For an error after the response has started, in that response's language. */
export const createLateProblem = (
  error: unknown,
  request: FastifyRequest,
  asProblem: AsProblem,
  translate: Translate,
) => {
  const { status, retryAfter: _, ...details } = toDetails(error, request, asProblem);
  return createProblemDetails(status, details, translate);
};

const toDetails = (
  error: unknown,
  request: FastifyRequest,
  asProblem: AsProblem,
): Details & { status: number; retryAfter?: number | undefined } => {
  const problem = toRequestProblem(error) ?? asProblem(error, request);
  if (problem) {
    return {
      status: STATUS_BY_KIND[problem.kind],
      retryAfter: problem.retryAfter,
      type: problem.type,
      detail: problem.localizableMessage,
      ...(problem.fields.length > 0 && {
        errors: problem.fields.map(({ message, members, at }) => ({
          field: members.join(', '),
          message,
          at,
        })),
      }),
    };
  }
  const status = findRejectionStatus(error);
  if (status !== undefined) {
    const detail = describeRejection(error, status);
    const field = error instanceof HttpError ? error.field : undefined;
    return { status, detail, ...(field !== undefined && { errors: [{ field, message: detail }] }) };
  }
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return { status: 500, detail: internalError(request) };
};

export const sendProblem = (reply: FastifyReply, status: number, details: Details) => {
  reply.code(status).header('cache-control', 'no-store').type('application/problem+json; charset=utf-8');
  const translate = negotiateTranslate(reply);
  if ((details.errors?.length ?? 0) > limits.violations) return sendInSteps(reply, details, translate);
  return reply.send(JSON.stringify(createProblemDetails(status, details, translate)));
};

/** A bulk call can have up to 10,000 errors. Translating them takes 4 ms, serialising them 6 ms. */
const sendInSteps = async (reply: FastifyReply, details: Details, translate: Translate) => {
  await yieldToEventLoop();
  const body = createProblemDetails(reply.statusCode, details, translate);
  await yieldToEventLoop();
  return reply.send(JSON.stringify(body));
};

const createProblemDetails = (
  status: number,
  { type = 'about:blank', detail, errors }: Details,
  translate: Translate,
) => ({
  type,
  // Status 460 is defined by tus.
  title: STATUS_CODES[status] ?? 'Checksum Mismatch',
  status,
  detail: translate(detail),
  ...(errors && { errors: errors.map((error) => ({ ...error, message: translate(error.message) })) }),
});
