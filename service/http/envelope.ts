import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from '#contract/envelope.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import { fieldProblems, type SchemaViolation } from './field-problems.ts';
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
      return sendJson(reply.code(status), compose(errorObject(refusalMessage(error, status)), false));
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    const message = `An internal error occurred during your request! (request ${request.id})`;
    return sendJson(reply.code(500), compose(errorObject(message), false));
  };

const sendProblem = (problem: Problem, reply: FastifyReply, compose: typeof failed) => {
  const status = STATUS[problem.kind];
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return sendJson(
    reply.code(status),
    compose(errorObject(problem.message, problem.fields), status === 401 || status === 403),
  );
};

/** decision W9 for field problems, W10 for facts */
const errorObject = (message: string, fields: readonly FieldProblem[] = []): ErrorObject => ({
  code: 0,
  message,
  details:
    fields.length === 0
      ? null
      : [
          'The following errors were detected during validation.',
          ...fields.map((field) => ` - ${field.message}`),
        ].join('\r\n'),
  validationErrors:
    fields.length === 0
      ? null
      : fields.map(({ message: text, members }) => ({ code: 0, message: text, members: [...members] })),
});

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

export const refusalMessage = (error: unknown, status: number): string => {
  if (error instanceof Refusal) return error.message;
  return status === 413 ? 'The body is too large.' : 'The request could not be read.';
};
