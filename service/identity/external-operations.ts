import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { EmptyResponse, ResponseEnvelope } from '#contract/envelope.ts';
import { bindNames, buildKnownNames, type KnownNames } from '#service/http/bind-names.ts';
import { bindQuery } from '#service/http/bind-query.ts';
import { createSuccessEnvelope, sendJson } from '#service/http/envelope.ts';
import { IdempotencyHeaders } from '#service/idempotency/repeatable.ts';
import { Call, type OperationOptions } from './call.ts';
import type { ResultOf } from './operations.ts';
import type { Permission } from './permissions.ts';

/** The declaration of a task interface operation. Q, B and R are the schemas of the query, the body and the result. */
type Declaration<A extends Permission, Q extends TObject, B extends TObject, R extends TSchema> = Omit<
  OperationOptions<A>,
  'precondition'
> & {
  query?: Q;
  body?: B;
  /** Prepares the body for validation. By default, converts known field names to their documented case. */
  bind?(body: unknown): Record<string, unknown>;
  /** The schema of the result. If absent, the result is null. */
  returns?: R;
  run(call: Call<A, unknown, Static<Q>, Static<B>>): Promise<ResultOf<R>>;
};

/** Declares task interface operations as routes, with case-insensitive names and the response envelope. */
export const externalOperations =
  (app: FastifyInstance, ...tags: string[]) =>
  <
    A extends Permission,
    Q extends TObject = TObject,
    B extends TObject = TObject,
    R extends TSchema = TSchema,
  >(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    declaration: Declaration<A, Q, B, R>,
  ) => {
    const { access, operationId, summary, query, body, returns, run } = declaration;
    const { acceptsIdempotencyKey, attachValidation = false } = declaration;
    const queryNames = query && listNames(query);
    const bodyNames = body && listNames(body);
    const bind = declaration.bind ?? (bodyNames && ((received) => bindNames(received, bodyNames)));
    const route: RouteOptions = {
      method,
      url: path,
      config: { access },
      attachValidation,
      schema: {
        tags,
        operationId,
        summary,
        ...(query && { querystring: query }),
        ...(acceptsIdempotencyKey && { headers: IdempotencyHeaders }),
        ...(body && { body }),
        response: { 200: returns ? ResponseEnvelope(returns) : EmptyResponse },
      },
      preValidation: async (request) => {
        if (queryNames) request.query = bindQuery(request.query, queryNames);
        if (bind) request.body = bind(request.body);
      },
      handler: async (request, reply) => {
        const call = new Call<A, unknown, Static<Q>, Static<B>>(request, reply, declaration);
        const result = await run(call);
        return sendJson(reply, createSuccessEnvelope(returns ? JSON.stringify(result) : undefined));
      },
    };
    app.route(route);
  };

const listNames = ({ properties }: TObject): KnownNames => buildKnownNames(Object.keys(properties));
