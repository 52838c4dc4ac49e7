import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { limits } from '#contract/limits.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { buildPage, decodeCursor } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { SlotRequiredError } from '#service/http/large-requests.ts';
import { ConditionalHeaders, formatEntityTag } from '#service/http/preconditions.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { createRepeatableRequest, IdempotencyHeaders } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import type { Access } from './authenticate.ts';
import { Call, type OperationOptions } from './call.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type S = TSchema;

/** The declaration of an operation. P, Q, B and R are the schemas of the parameters, query, body and result. */
type Declaration<
  A extends Access,
  P extends S,
  Q extends S,
  B extends S,
  R extends S,
> = OperationOptions<A> & {
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The schema of the result. If absent, the response is 204. */
  returns?: R;
  /** If true, the response is 201, with a Location if the result has a revision. */
  creates?: true;
  /** The parent path of the created resource, if it differs from the operation's path. */
  location?: string;
  /** Returns the ETag of the result, or undefined if it has none. By default, the ETag is the revision. */
  createEntityTag?(result: Static<R>): string | undefined;
  /** Serialises a long result in time slices, without an ETag: an inspection's revision only counts answers. */
  hasLongResult?: true;
  config?: Omit<FastifyContextConfig, 'access'>;
};

type CallOf<A extends Access, P extends S, Q extends S, B extends S> = Call<
  A,
  Static<P>,
  Static<Q>,
  Static<B>
>;

export type ResultOf<R extends S> = S extends R ? unknown : Serializable<Static<R>>;

/** A value that JSON.stringify turns into a `T`: Dates become strings, and undefined properties are omitted. */
type Serializable<T> = string extends T
  ? T | Date
  : T extends readonly unknown[]
    ? { readonly [Index in keyof T]: Serializable<T[Index]> }
    : T extends object
      ? { readonly [Name in keyof T]: Serializable<T[Name]> | UndefinedIfOptional<T, Name> }
      : T;
type UndefinedIfOptional<T, Name extends keyof T> = Partial<T> extends Pick<T, Name> ? undefined : never;

/** A pre-serialised result, for example from PostgreSQL. Its revision, if any, is sent as the ETag. */
export class SerializedResult {
  readonly text: string;
  readonly revision: number | undefined;

  constructor(text: string, revision?: number) {
    this.text = text;
    this.revision = revision;
  }
}

type Page = { after: string; limit: number };

/** Declares operations of /api/v1 as routes. Only `run` does the actual work. */
export const operations = (app: FastifyInstance, db: Database, ...tags: string[]) => {
  const addRoute = <A extends Access, P extends S, Q extends S, B extends S, R extends S>(
    method: Method,
    path: string,
    declaration: Declaration<A, P, Q, B, R>,
    respond: (call: CallOf<A, P, Q, B>) => Promise<{ json: string; result: unknown }>,
  ) => {
    const { access, config, operationId, summary, description } = declaration;
    const { precondition, acceptsIdempotencyKey, attachValidation = false } = declaration;
    const { params, query, body, returns, creates, location = path } = declaration;
    const { createEntityTag, hasLongResult } = declaration;
    const status = returns === undefined ? 204 : creates ? 201 : 200;
    const headers = {
      ...(precondition && ConditionalHeaders.properties),
      ...(acceptsIdempotencyKey && IdempotencyHeaders.properties),
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
        ...((precondition || acceptsIdempotencyKey) && { headers: Type.Object(headers) }),
        ...(body && { body }),
        response: { [status]: returns ?? Type.Null() },
      },
      handler: async (request, reply) => {
        const call = new Call<A, Static<P>, Static<Q>, Static<B>>(request, reply, declaration);
        const { json, result } = await respond(call);
        reply.code(status);
        if (returns === undefined) return reply.send();
        const { id, revision } = result as Resource;
        const revisionTag = revision === undefined || hasLongResult ? undefined : formatEntityTag(revision);
        const entityTag = createEntityTag ? createEntityTag(result as Static<R>) : revisionTag;
        if (entityTag !== undefined) reply.header('etag', entityTag);
        if (creates && entityTag !== undefined && id !== undefined)
          reply.header('location', `${app.prefix}${fillPath(location, call.params)}/${id}`);
        return sendJson(reply, json);
      },
    };
    app.route(route);
  };

  return {
    /** Declares an operation that is read-only, or does not write in exactly one transaction. */
    handle: <A extends Access, P extends S = S, Q extends S = S, B extends S = S, R extends S = S>(
      method: Method,
      path: string,
      declaration: Declaration<A, P, Q, B, R> & {
        run(call: CallOf<A, P, Q, B>): Promise<ResultOf<R> | SerializedResult> | ResultOf<R>;
      },
    ) => {
      addRoute(method, path, declaration, async (call) => {
        const result = await declaration.run(call);
        return {
          json: result instanceof SerializedResult ? result.text : await stringify(result, declaration),
          result,
        };
      });
    },

    /** Declares an operation that writes in a transaction. With `acceptsIdempotencyKey`, it runs only once per key. */
    write: <A extends Access, P extends S = S, Q extends S = S, B extends S = S, R extends S = S>(
      method: Method,
      path: string,
      declaration: Declaration<A, P, Q, B, R> & {
        run(trx: DatabaseTransaction, call: CallOf<A, P, Q, B>): Promise<ResultOf<R>>;
        /** Called after the commit, before the response is sent. */
        afterCommit?(call: CallOf<A, P, Q, B>): void;
      },
    ) => {
      addRoute(method, path, declaration, async (call) => {
        let result: unknown;
        const write = async (trx: DatabaseTransaction) => {
          result = await declaration.run(trx, call);
          return stringify(result, declaration);
        };
        const runWrite = async () =>
          declaration.acceptsIdempotencyKey
            ? runOnce(db, await createRepeatableRequest(call.request, call.actor), write)
            : inTransaction(db, write);
        const json = await runWrite().catch(async (error: unknown) => {
          if (!(error instanceof SlotRequiredError)) throw error;
          await call.acquireLargeRequestSlot(db);
          return runWrite();
        });
        declaration.afterCommit?.(call);
        // A retry gets the stored response, which exists only as JSON.
        return { json, result: result ?? (json && (declaration.hasLongResult ? {} : JSON.parse(json))) };
      });
    },

    /** Declares an operation that returns a page of rows. `run` reads one extra row to detect another page. */
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
        /** The rows' sort key. */
        keyOf(row: RowIn<Static<R>[Rows]>): string;
        run(call: CallOf<A, P, Q, S>, page: Page): Promise<readonly RowIn<Static<R>[Rows]>[]>;
      },
    ) => {
      addRoute('GET', path, declaration, async (call) => {
        const query = call.query as { after?: string; limit?: string };
        const limit = Number(query.limit ?? limits.page);
        const page = { after: decodeCursor(query.after), limit };
        const { rows, next } = buildPage(await declaration.run(call, page), limit, declaration.keyOf);
        const result = { [declaration.rows]: rows, next };
        return { json: JSON.stringify(result), result };
      });
    },
  };
};

const stringify = async (result: unknown, { hasLongResult }: { hasLongResult?: true }): Promise<string> =>
  hasLongResult ? runInSlices(serialiseInSteps(result)) : (JSON.stringify(result) ?? '');

type RowIn<Rows> = Rows extends readonly (infer Row)[] ? Row : never;

type Resource = { id?: string | number; revision?: string | number };

const fillPath = (path: string, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name]!);
