import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { limits } from '#contract/limits.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, entityTagOf } from '#service/http/preconditions.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import type { Access } from './authenticate.ts';
import { Call, type Declared } from './call.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Short, because each function below has four schemas. */
type S = TSchema;

/** Everything about an operation except its work. P, Q, B and R are the schemas of parameters, query, body and result. */
type Declaration<A extends Access, P extends S, Q extends S, B extends S, R extends S> = Declared<A> & {
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Without it, the response is 204. */
  returns?: R;
  /** The response is 201; a created resource with a revision also has a Location. */
  creates?: true;
  /** The path below which the created resource is, if it is not the path of the operation. */
  location?: string;
  /** The ETag of the result, if it is not its revision; undefined: it has none. */
  tagOf?(result: Static<R>): string | undefined;
  config?: Omit<FastifyContextConfig, 'access'>;
};

type CallOf<A extends Access, P extends S, Q extends S, B extends S> = Call<
  A,
  Static<P>,
  Static<Q>,
  Static<B>
>;

/** What `run` returns for the schema of a result. Without a schema, it is not sent. */
export type ResultOf<R extends S> = S extends R ? unknown : AsSent<Static<R>>;

/** A value that is sent as `T`: JSON.stringify writes a Date as text, and leaves out members that are undefined. */
type AsSent<T> = string extends T
  ? T | Date
  : T extends readonly unknown[]
    ? { readonly [Index in keyof T]: AsSent<T[Index]> }
    : T extends object
      ? { readonly [Name in keyof T]: AsSent<T[Name]> | UndefinedIfOptional<T, Name> }
      : T;
type UndefinedIfOptional<T, Name extends keyof T> = Partial<T> extends Pick<T, Name> ? undefined : never;

/** A result that is JSON already, such as a list that PostgreSQL wrote. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Where a page starts, and its number of rows. */
type Page = { after: string; limit: number };

/**
 * Declares operations of /api/v1 as routes: validation, access, OpenAPI and the response follow from the declaration, and `run`
 * does the work. A result whose schema has a `revision` is sent with its ETag and, if it was created, its Location.
 */
export const operations = (app: FastifyInstance, db: Database, ...tags: string[]) => {
  const add = <A extends Access, P extends S, Q extends S, B extends S, R extends S>(
    method: Method,
    path: string,
    declaration: Declaration<A, P, Q, B, R>,
    respond: (call: CallOf<A, P, Q, B>) => Promise<{ json: string; result: unknown }>,
  ) => {
    const { access, config, operationId, summary, description } = declaration;
    const { precondition, isRepeatable, attachValidation = false } = declaration;
    const { params, query, body, returns, creates, location = path, tagOf } = declaration;
    const status = returns === undefined ? 204 : creates ? 201 : 200;
    const headers = {
      ...(precondition && ConditionalHeaders.properties),
      ...(isRepeatable && IdempotencyHeaders.properties),
    };
    const route: RouteOptions = {
      method,
      url: path,
      config: { ...config, access },
      attachValidation,
      schema: {
        tags,
        operationId,
        summary,
        ...(description && { description }),
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...((precondition || isRepeatable) && { headers: Type.Object(headers) }),
        ...(body && { body }),
        response: { [status]: returns ?? Type.Null() },
      },
      handler: async (request, reply) => {
        const call = new Call<A, Static<P>, Static<Q>, Static<B>>(request, reply, declaration);
        const { json, result } = await respond(call);
        reply.code(status);
        if (returns === undefined) return reply.send();
        const { id, revision } = result as State;
        const ownTag = revision === undefined ? undefined : entityTagOf(revision);
        const entityTag = tagOf ? tagOf(result as Static<R>) : ownTag;
        if (entityTag !== undefined) reply.header('etag', entityTag);
        if (creates && entityTag !== undefined && id !== undefined)
          reply.header('location', `${app.prefix}${pathTo(location, call.params)}/${id}`);
        return sendJson(reply, json);
      },
    };
    app.route(route);
  };

  return {
    /** Reads, or does work that is not one transaction. */
    handle: <A extends Access, P extends S = S, Q extends S = S, B extends S = S, R extends S = S>(
      method: Method,
      path: string,
      declaration: Declaration<A, P, Q, B, R> & {
        run(call: CallOf<A, P, Q, B>): Promise<ResultOf<R> | JsonText> | ResultOf<R>;
      },
    ) => {
      add(method, path, declaration, async (call) => {
        const result = await declaration.run(call);
        return { json: result instanceof JsonText ? result.text : (JSON.stringify(result) ?? ''), result };
      });
    },

    /** A write: one transaction, run once for all requests with the same Idempotency-Key if it `isRepeatable`. */
    write: <A extends Access, P extends S = S, Q extends S = S, B extends S = S, R extends S = S>(
      method: Method,
      path: string,
      declaration: Declaration<A, P, Q, B, R> & {
        run(trx: DatabaseTransaction, call: CallOf<A, P, Q, B>): Promise<ResultOf<R>>;
        /** Called when the write is stored, before the response is sent. */
        afterCommit?(call: CallOf<A, P, Q, B>): void;
      },
    ) => {
      add(method, path, declaration, async (call) => {
        let result: unknown;
        const write = async (trx: DatabaseTransaction) => {
          result = await declaration.run(trx, call);
          return JSON.stringify(result) ?? '';
        };
        const json = declaration.isRepeatable
          ? await runOnce(db, repeatable(call.request, call.actor), write)
          : await inTransaction(db, write);
        declaration.afterCommit?.(call);
        // Of an earlier request with the same key, only the text is stored.
        return { json, result: result ?? (json && JSON.parse(json)) };
      });
    },

    /** A page of rows in the member `rows` of the result; `run` reads one row more than the limit, if there is one. */
    list: <
      A extends Access,
      R extends S,
      Rows extends keyof Static<R> & string,
      P extends S = S,
      Q extends S = S,
    >(
      path: string,
      declaration: Declaration<A, P, Q, S, R> & {
        rows: Rows;
        /** The key by which the rows are sorted. */
        keyOf(row: RowIn<Static<R>[Rows]>): string;
        run(call: CallOf<A, P, Q, S>, page: Page): Promise<readonly RowIn<Static<R>[Rows]>[]>;
      },
    ) => {
      add('GET', path, declaration, async (call) => {
        const { after, limit: given } = call.query as { after?: string; limit?: string };
        const limit = Number(given ?? limits.page);
        const found = await declaration.run(call, { after: keyAfter(after), limit });
        const { rows, next } = pageOf(found, limit, declaration.keyOf);
        const result = { [declaration.rows]: rows, next };
        return { json: JSON.stringify(result), result };
      });
    },
  };
};

type RowIn<Rows> = Rows extends readonly (infer Row)[] ? Row : never;

type State = { id?: string | number; revision?: string | number };

const pathTo = (path: string, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name]!);
