import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from '#contract/envelope.ts';
import { limits } from '#contract/limits.ts';
import { type Message, msg, toEnglish } from '#i18n/message.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import { type SchemaViolation, toFieldProblems } from './field-problems.ts';
import { HttpError } from './http-error.ts';
import { yieldToEventLoop } from './run-in-slices.ts';
import { sliceString } from './slice-string.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends serialised JSON. Responses depend on the caller, so they must not be cached. */
export const sendJson = (reply: FastifyReply, body: string | Readable) => {
  if (typeof body === 'string' && body.length > MAX_SHORT_RESPONSE)
    disconnectWhenStalled(reply, IN_MEMORY_STALLED_AFTER_MS);
  reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store');
  const needsSlices = typeof body === 'string' && body.length > MAX_UNSLICED_RESPONSE;
  return reply.send(needsSlices ? Readable.from(sliceString(body), { objectMode: false }) : body);
};

/** In characters. Shorter responses take up little memory while the client is not reading. */
const MAX_SHORT_RESPONSE = 64 * 1024;
/** Shorter than for streams: the entire response is in memory. */
const IN_MEMORY_STALLED_AFTER_MS = 5_000;
/** In characters. Longer responses are sent in slices: encoding and writing takes up to 18 ms per MB. */
const MAX_UNSLICED_RESPONSE = 512 * 1024;

/** `resultJson` is JSON from PostgreSQL or JSON.stringify (decision W4). */
export const createSuccessEnvelope = (resultJson = 'null') =>
  `{"success":true,"result":${resultJson},"error":null,"unAuthorizedRequest":false}`;

/** The change feed orders its fields differently (decision W4). */
export const createChangesSuccessEnvelope = (resultJson: string) =>
  `{"result":${resultJson},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}`;

const createErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ success: false, result: null, error, unAuthorizedRequest });

const createChangesErrorEnvelope = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ result: null, targetUrl: null, success: false, error, unAuthorizedRequest, __abp: true });

/** The task interface reports invalid requests with status 200 and an error in the body (decision W8). */
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
  ({ format, asProblem }: { format: 'plain' | 'changes'; asProblem: AsProblem }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const createEnvelope = format === 'plain' ? createErrorEnvelope : createChangesErrorEnvelope;
    const problem = toRequestProblem(error) ?? asProblem(error, request);
    if (problem) return sendProblem(problem, reply, createEnvelope);

    const status = findRejectionStatus(error);
    if (status === undefined) request.log.error({ err: error, requestId: request.id }, 'request failed');
    const message = status === undefined ? internalError(request) : describeRejection(error, status);
    return sendJson(reply.code(status ?? 500), createEnvelope(createErrorObject(toEnglish(message)), false));
  };

const sendProblem = (problem: Problem, reply: FastifyReply, createEnvelope: typeof createErrorEnvelope) => {
  const status = STATUS_BY_KIND[problem.kind];
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  reply.code(status);
  if (problem.fields.length > limits.violations) return sendInSteps(problem, reply, createEnvelope);
  const isUnauthorized = status === 401 || status === 403;
  return sendJson(reply, createEnvelope(createErrorObject(problem.message, problem.fields), isUnauthorized));
};

/** A bulk call can have up to 10,000 errors. Formatting them takes 4 ms, serialising them 6 ms. */
const sendInSteps = async (
  problem: Problem,
  reply: FastifyReply,
  createEnvelope: typeof createErrorEnvelope,
) => {
  await yieldToEventLoop();
  const error = createErrorObject(problem.message, problem.fields);
  await yieldToEventLoop();
  return sendJson(reply, createEnvelope(error, false));
};

/** See decision W9 for field problems, and otherwise W10. The contract defines the messages, in English. */
const createErrorObject = (message: string, fields: readonly FieldProblem[] = []): ErrorObject => {
  if (fields.length === 0) return { code: 0, message, details: null, validationErrors: null };
  const errors = fields.map((field) => ({ message: toEnglish(field.message), members: [...field.members] }));
  return {
    code: 0,
    message,
    details: [
      'The following errors were detected during validation.',
      ...errors.map((field) => ` - ${field.message}`),
    ].join('\r\n'),
    validationErrors: errors.map((field) => ({ code: 0, ...field })),
  };
};

/** Converts schema violations to an "invalid request" problem. */
export const toRequestProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error;
  const { validation } = error as { validation?: SchemaViolation[] };
  return validation ? invalidRequest(toFieldProblems(validation)) : undefined;
};

/** Even if the client disconnected early, the log needs a status. */
export const findRejectionStatus = (error: unknown): number | undefined => {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return 400;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
};

export const describeRejection = (error: unknown, status: number): Message => {
  if (error instanceof HttpError) return error.localizableMessage;
  return status === 413 ? msg`The body is too large.` : msg`The request could not be read.`;
};

/** Reveals no details to clients. Look up the request ID in the server log. */
export const internalError = ({ id }: FastifyRequest): Message =>
  msg`An internal error occurred during your request! (request ${id})`;
