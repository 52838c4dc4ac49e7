import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from '#contract/envelope.ts';
import { limits } from '#contract/limits.ts';
import { inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { type SchemaViolation, toFieldProblems } from './field-problems.ts';
import { HttpError } from './http-error.ts';
import { yieldToEventLoop } from './run-in-slices.ts';
import { sliceString } from './slice-string.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends serialised JSON, or a stream of it. Responses depend on the caller, so they must not be cached. */
export const sendJson = (reply: FastifyReply, body: string | Readable) => {
  if (typeof body === 'string' && body.length > LONG_RESPONSE)
    disconnectWhenStalled(reply, IN_MEMORY_STALLED_AFTER_MS);
  reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store');
  const isVeryLong = typeof body === 'string' && body.length > VERY_LONG_RESPONSE;
  return reply.send(isVeryLong ? Readable.from(sliceString(body), { objectMode: false }) : body);
};

/** In characters. A shorter response takes up little memory while the client is not reading it. */
const LONG_RESPONSE = 64 * 1024;
/**
 * How long a client may read nothing. This is shorter than for streams, because the whole response is in
 * memory.
 */
const IN_MEMORY_STALLED_AFTER_MS = 5_000;
/**
 * In characters. A longer response is sent in slices, because encoding and writing a string blocks the event
 * loop for up to 18 ms per MB.
 */
const VERY_LONG_RESPONSE = 512 * 1024;

/** A successful response. `resultJson` is JSON from PostgreSQL or JSON.stringify (decision W4). */
export const createSuccessEnvelope = (resultJson = 'null') =>
  `{"success":true,"result":${resultJson},"error":null,"unAuthorizedRequest":false}`;

/** A successful response from the change feed, whose fields have a different order (decision W4). */
export const createChangesSuccessEnvelope = (resultJson: string) =>
  `{"result":${resultJson},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}`;

const createErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ success: false, result: null, error, unAuthorizedRequest });

const createChangesErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ result: null, targetUrl: null, success: false, error, unAuthorizedRequest, __abp: true });

/** An invalid request results in status 200 and an error in the body (decision W8). */
const STATUS = {
  invalid: 200,
  missing: 200,
  conflict: 200,
  outdated: 200,
  unconditional: 200,
  unauthenticated: 401,
  forbidden: 403,
  limited: 429,
  overloaded: 503,
} as const;

/** Recognises transient database failures, and logs them. Call it once per failed request. */
export type AsProblem = (error: unknown, request: FastifyRequest) => Problem | undefined;

export const envelopeErrorHandler =
  ({ form, asProblem }: { form: 'plain' | 'changes'; asProblem: AsProblem }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const compose = form === 'plain' ? createErrorEnvelope : createChangesErrorEnvelope;
    const problem = requestProblem(error) ?? asProblem(error, request);
    if (problem) return sendProblem(problem, reply, compose);

    const status = findRejectionStatus(error);
    if (status !== undefined) {
      return sendJson(
        reply.code(status),
        compose(createErrorObject(inEnglish(describeRejection(error, status))), false),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendJson(reply.code(500), compose(createErrorObject(inEnglish(internalError(request))), false));
  };

const sendProblem = (problem: Problem, reply: FastifyReply, compose: typeof createErrorEnvelope) => {
  const status = STATUS[problem.kind];
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  reply.code(status);
  if (problem.fields.length > limits.violations) return sendLong(problem, reply, compose);
  const isUnauthorized = status === 401 || status === 403;
  return sendJson(reply, compose(createErrorObject(problem.message, problem.fields), isUnauthorized));
};

/** Rejecting a bulk call may involve up to 10,000 errors: formatting them takes 4 ms, and serialising them 6 ms. */
const sendLong = async (problem: Problem, reply: FastifyReply, compose: typeof createErrorEnvelope) => {
  await yieldToEventLoop();
  const error = createErrorObject(problem.message, problem.fields);
  await yieldToEventLoop();
  return sendJson(reply, compose(error, false));
};

/**
 * Follows decision W9 for field problems, and W10 for all others. The contract defines the messages, in
 * English.
 */
const createErrorObject = (message: string, fields: readonly FieldProblem[] = []): ErrorObject => {
  const errors = fields.map((field) => ({ message: inEnglish(field.message), members: [...field.members] }));
  return {
    code: 0,
    message,
    details:
      errors.length === 0
        ? null
        : [
            'The following errors were detected during validation.',
            ...errors.map((field) => ` - ${field.message}`),
          ].join('\r\n'),
    validationErrors: errors.length === 0 ? null : errors.map((field) => ({ code: 0, ...field })),
  };
};

/** Returns the Problem that corresponds to an error. Schema violations become an invalid request. */
export const requestProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error;
  const { validation } = error as { validation?: SchemaViolation[] };
  return validation ? invalidRequest(toFieldProblems(validation)) : undefined;
};

/**
 * Returns the status of a request that Fastify rejected. After a premature close, there is no client to
 * receive it.
 */
export const findRejectionStatus = (error: unknown): number | undefined => {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return 400;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
};

export const describeRejection = (error: unknown, status: number): Sentence => {
  if (error instanceof HttpError) return error.sentence;
  return status === 413 ? sentence`The body is too large.` : sentence`The request could not be read.`;
};

/** Clients are given no details of an internal error. Administrators can find it in the log by its request ID. */
export const internalError = ({ id }: FastifyRequest): Sentence =>
  sentence`An internal error occurred during your request! (request ${id})`;
