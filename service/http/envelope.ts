import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from '#contract/envelope.ts';
import { limits } from '#contract/limits.ts';
import { type Sentence, sentence, toEnglish } from '#i18n/sentence.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { type SchemaViolation, toFieldProblems } from './field-problems.ts';
import { HttpError } from './http-error.ts';
import { yieldToEventLoop } from './run-in-slices.ts';
import { sliceString } from './slice-string.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends serialised JSON, or a stream of it. Responses depend on the caller, so they must not be cached. */
export const sendJson = (reply: FastifyReply, body: string | Readable) => {
  if (typeof body === 'string' && body.length > MAX_SHORT_RESPONSE)
    disconnectWhenStalled(reply, IN_MEMORY_STALLED_AFTER_MS);
  reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store');
  const needsSlices = typeof body === 'string' && body.length > MAX_UNSLICED_RESPONSE;
  return reply.send(needsSlices ? Readable.from(sliceString(body), { objectMode: false }) : body);
};

/** In characters. A shorter response takes up little memory while the client is not reading it. */
const MAX_SHORT_RESPONSE = 64 * 1024;
/**
 * After how long a client that reads nothing is disconnected. This is sooner than for streams, because the whole
 * response is in memory.
 */
const IN_MEMORY_STALLED_AFTER_MS = 5_000;
/**
 * In characters. A longer response is sent in slices, because encoding and writing a string blocks the event
 * loop for up to 18 ms per MB.
 */
const MAX_UNSLICED_RESPONSE = 512 * 1024;

/** Creates a successful response. `resultJson` is JSON from PostgreSQL or JSON.stringify (decision W4). */
export const createSuccessEnvelope = (resultJson = 'null') =>
  `{"success":true,"result":${resultJson},"error":null,"unAuthorizedRequest":false}`;

/** Creates a successful response from the change feed, whose fields have a different order (decision W4). */
export const createChangesSuccessEnvelope = (resultJson: string) =>
  `{"result":${resultJson},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}`;

const createErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ success: false, result: null, error, unAuthorizedRequest });

const createChangesErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ result: null, targetUrl: null, success: false, error, unAuthorizedRequest, __abp: true });

/**
 * The HTTP status of each kind of problem. For an invalid request it is 200, with an error in the body (decision W8).
 */
const STATUS_BY_KIND = {
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

/** Recognises and logs transient database failures. Called once per failed request. */
export type AsProblem = (error: unknown, request: FastifyRequest) => Problem | undefined;

export const envelopeErrorHandler =
  ({ form, asProblem }: { form: 'plain' | 'changes'; asProblem: AsProblem }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const compose = form === 'plain' ? createErrorEnvelope : createChangesErrorEnvelope;
    const problem = toRequestProblem(error) ?? asProblem(error, request);
    if (problem) return sendProblem(problem, reply, compose);

    const status = findRejectionStatus(error);
    if (status !== undefined) {
      return sendJson(
        reply.code(status),
        compose(createErrorObject(toEnglish(describeRejection(error, status))), false),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendJson(reply.code(500), compose(createErrorObject(toEnglish(internalError(request))), false));
  };

const sendProblem = (problem: Problem, reply: FastifyReply, compose: typeof createErrorEnvelope) => {
  const status = STATUS_BY_KIND[problem.kind];
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  reply.code(status);
  if (problem.fields.length > limits.violations) return sendInSteps(problem, reply, compose);
  const isUnauthorized = status === 401 || status === 403;
  return sendJson(reply, compose(createErrorObject(problem.message, problem.fields), isUnauthorized));
};

/**
 * Sends a problem with many errors. A bulk call may have up to 10,000 of them: formatting these takes 4 ms, and
 * serialising them 6 ms.
 */
const sendInSteps = async (problem: Problem, reply: FastifyReply, compose: typeof createErrorEnvelope) => {
  await yieldToEventLoop();
  const error = createErrorObject(problem.message, problem.fields);
  await yieldToEventLoop();
  return sendJson(reply, compose(error, false));
};

/**
 * Creates the error object: for field problems, according to decision W9, and otherwise W10. The contract defines
 * the messages, in English.
 */
const createErrorObject = (message: string, fields: readonly FieldProblem[] = []): ErrorObject => {
  const errors = fields.map((field) => ({ message: toEnglish(field.message), members: [...field.members] }));
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
export const toRequestProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error;
  const { validation } = error as { validation?: SchemaViolation[] };
  return validation ? invalidRequest(toFieldProblems(validation)) : undefined;
};

/**
 * Returns the status for a request that Fastify rejected. If the client closed the connection prematurely, nobody
 * receives the response, but the status is still needed for the log.
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

/** The message gives clients no details. The request ID makes it possible to find the error in the server log. */
export const internalError = ({ id }: FastifyRequest): Sentence =>
  sentence`An internal error occurred during your request! (request ${id})`;
