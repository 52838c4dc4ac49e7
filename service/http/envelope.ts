import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from '#contract/envelope.ts';
import { limits } from '#contract/limits.ts';
import { inEnglish, type Sentence, sentence } from '#sentences/sentence.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import { fieldProblems, type SchemaViolation } from './field-problems.ts';
import { nextTurn } from './in-slices.ts';
import { Refusal } from './refusal.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends finished JSON, whole or as a stream. Everything this service answers belongs to one caller, so nothing may be cached. */
export const sendJson = (reply: FastifyReply, body: string | Readable) => {
  if (typeof body !== 'string' || body.length > LONG_ANSWER) endWhenStalled(reply);
  return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
};

/** Characters. A shorter answer costs little to keep for somebody who does not read it. */
const LONG_ANSWER = 64 * 1024;

/** A successful answer; `resultJson` is JSON text, as PostgreSQL or JSON.stringify gives it (decision W4). */
export const succeeded = (resultJson = 'null') =>
  `{"success":true,"result":${resultJson},"error":null,"unAuthorizedRequest":false}`;

/** A successful answer of the change feed, members in its own order (decision W4). */
export const changesSucceeded = (resultJson: string) =>
  `{"result":${resultJson},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}`;

const failed = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ success: false, result: null, error, unAuthorizedRequest });

const changesFailed = (error: ErrorObject, unAuthorizedRequest: boolean) =>
  JSON.stringify({ result: null, targetUrl: null, success: false, error, unAuthorizedRequest, __abp: true });

/** An invalid request answers 200 and says so in the body (decision W8); only what stops the request has a status. */
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

/** Turns anything thrown into the envelope. `asProblem` recognises failures of the database that may pass. */
export const envelopeErrorHandler =
  ({ form, asProblem }: { form: 'plain' | 'changes'; asProblem: (error: unknown) => Problem | undefined }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const compose = form === 'plain' ? failed : changesFailed;
    const problem = requestProblem(error) ?? asProblem(error);
    if (problem) return sendProblem(problem, reply, compose);

    const status = refusalStatus(error);
    if (status !== undefined) {
      return sendJson(
        reply.code(status),
        compose(errorObject(inEnglish(refusalSentence(error, status))), false),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendJson(reply.code(500), compose(errorObject(inEnglish(internalError(request))), false));
  };

const sendProblem = (problem: Problem, reply: FastifyReply, compose: typeof failed) => {
  const status = STATUS[problem.kind];
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  reply.code(status);
  if (problem.fields.length > limits.violations) return sendLong(problem, reply, compose);
  const isUnauthorized = status === 401 || status === 403;
  return sendJson(reply, compose(errorObject(problem.message, problem.fields), isUnauthorized));
};

/** A refused bulk call has up to 10,000 reasons: it takes 4 ms to say them and 6 ms to write them. */
const sendLong = async (problem: Problem, reply: FastifyReply, compose: typeof failed) => {
  await nextTurn();
  const error = errorObject(problem.message, problem.fields);
  await nextTurn();
  return sendJson(reply, compose(error, false));
};

/** decision W9 for field problems, W10 for facts. The texts are the contract's, in English for everybody. */
const errorObject = (message: string, fields: readonly FieldProblem[] = []): ErrorObject => {
  const told = fields.map((field) => ({ message: inEnglish(field.message), members: [...field.members] }));
  return {
    code: 0,
    message,
    details:
      told.length === 0
        ? null
        : [
            'The following errors were detected during validation.',
            ...told.map((field) => ` - ${field.message}`),
          ].join('\r\n'),
    validationErrors: told.length === 0 ? null : told.map((field) => ({ code: 0, ...field })),
  };
};

/** A Problem, or Fastify's report that a schema was violated. */
export const requestProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error;
  const { validation } = error as { validation?: SchemaViolation[] };
  return validation ? invalidRequest(fieldProblems(validation)) : undefined;
};

/** Status of a request that Fastify refused before any handler: too large, unknown content type, broken transfer. */
export const refusalStatus = (error: unknown): number | undefined => {
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
};

export const refusalSentence = (error: unknown, status: number): Sentence => {
  if (error instanceof Refusal) return error.sentence;
  return status === 413 ? sentence`The body is too large.` : sentence`The request could not be read.`;
};

/** All that a caller is told of a fault of the server: by the request's id its operator finds it in the log. */
export const internalError = ({ id }: FastifyRequest): Sentence =>
  sentence`An internal error occurred during your request! (request ${id})`;
