import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiRequest, requestLogLimits } from '#contract/api-request.ts';
import { inEnglish } from '#sentences/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { wireTime } from '#service/database/wire-time.ts';
import { refusalSentence, refusalStatus, requestProblem } from '#service/http/envelope.ts';

/*
 * What applications asked lately and were told, for whoever connects one. A request pays a push to an array: what is
 * remembered is written at most once a second, in one statement, and only the newest of each client. What comes beyond, or
 * while the database is away, is forgotten. People are not followed: only who came by an API token is.
 */

const WRITE_EVERY_MS = 1_000;
/** Requests that are remembered between two writes; more are forgotten. */
const MOST_REMEMBERED = 5_000;
/** Characters of an address that are looked at. */
const LONGEST_URL = 1_000;
const { ofClient, hours, path: longestPath, detail: longestDetail, queryNames: mostNames } = requestLogLimits;

declare module 'fastify' {
  interface FastifyRequest {
    /** What an application is told went wrong. */
    refusal: string | null;
  }
}

type Remembered = {
  tenantId: number;
  clientId: string;
  cameAt: number;
  method: string;
  url: string;
  status: number;
  durationMs: number;
  id: string;
  detail: string | null;
};

export type RequestLog = {
  /** Follows what applications ask of the server. */
  observe(app: FastifyInstance): void;
  /** Writes what is remembered by now. */
  write(): Promise<void>;
};

export const createRequestLog = (db: Database, now: () => number): RequestLog => {
  let remembered: Remembered[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const writeAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    const requests = remembered;
    remembered = [];
    if (requests.length === 0) return;
    const newest = [...Map.groupBy(requests, ({ clientId }) => clientId).values()].flatMap((ofOne) =>
      ofOne.slice(-ofClient),
    );
    const rows = newest.map(({ url, cameAt, ...request }, place) => ({
      ...request,
      ...shortened(url),
      cameAt: new Date(cameAt).toISOString(),
      place,
    }));
    await run(db, WRITE, [JSON.stringify(rows)]).catch(() => {
      // It helps to see what went wrong, and is worth no error of its own.
    });
  };
  /** One after the other: while the database is slow, nothing more is asked of it. */
  const write = () => {
    writing = writing.then(writeAll);
    return writing;
  };

  const note = (request: FastifyRequest, reply: FastifyReply, tenantId: number, clientId: string) => {
    if (remembered.length >= MOST_REMEMBERED) return;
    const { elapsedTime, statusCode } = reply;
    remembered.push({
      tenantId,
      clientId,
      cameAt: now() - elapsedTime,
      method: request.method,
      url: request.url.length > LONGEST_URL ? request.url.slice(0, LONGEST_URL) : request.url,
      status: statusCode,
      durationMs: Math.round(elapsedTime),
      id: request.id,
      detail: request.refusal,
    });
    timer ??= setTimeout(write, WRITE_EVERY_MS).unref();
  };

  return {
    observe: (app) => {
      app.decorateRequest('refusal', null);
      app.addHook('onError', async (request, _reply, error) => {
        if (request.actor?.clientId) request.refusal = detailOf(error);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const { actor } = request;
        if (actor !== null && actor.clientId !== null) note(request, reply, actor.tenantId, actor.clientId);
        done();
      });
      app.addHook('onClose', write);
    },
    write,
  };
};

/** Values of parameters may be secrets, or about people; their names tell what was asked. */
const shortened = (url: string): { path: string; queryNames: string[] } => {
  const [path = '', ...query] = url.split('?');
  const names = new URLSearchParams(query.join('?')).keys();
  const queryNames = [...new Set(names)].slice(0, mostNames).map((name) => keepable(name.slice(0, 64)));
  return { path: keepable(path.slice(0, longestPath)), queryNames };
};

const detailOf = (error: unknown): string => {
  const problem = requestProblem(error);
  const status = refusalStatus(error);
  // Of what went wrong inside no word, as callers are told none.
  const fault = status === undefined ? 'An error of the server.' : inEnglish(refusalSentence(error, status));
  const told = problem
    ? [problem.message, ...problem.fields.map(({ message }) => inEnglish(message))].join(' ')
    : fault;
  return keepable(told.slice(0, longestDetail));
};

/** PostgreSQL keeps no U+0000, and no half of a character. */
const keepable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * In the order in which they were answered: when one came is known to a millisecond, in which several follow each other.
 * What a client has beyond the newest is forgotten as others come; $1 names the tenant of each. NOTE: materialized, or the
 * oldest is looked for once for each row and not for each client: 200 rows take 35 ms then, and 10 so.
 */
const WRITE = `
  with given as (
    select * from json_to_recordset($1::json) as given (
      "tenantId" integer, "clientId" text, method text, path text, "queryNames" text[], status smallint,
      "durationMs" integer, id text, "cameAt" timestamptz, detail text, place integer)
  ), oldest as materialized (
    select client."tenantId", client."clientId", beyond.request_no
    from (select distinct "tenantId", "clientId" from given) as client
    cross join lateral (
      select request_no from api_request
      where api_request.tenant_id = client."tenantId" and api_request.client_id = client."clientId"
      order by request_no desc offset ${ofClient} limit 1
    ) as beyond
  ), forgotten as (
    delete from api_request using oldest
    where api_request.tenant_id = oldest."tenantId" and api_request.client_id = oldest."clientId"
      and api_request.request_no <= oldest.request_no
  )
  insert into api_request (tenant_id, client_id, came_at, method, path, query_names, status, duration_ms, request_id, detail)
  select given."tenantId", given."clientId", "cameAt", method, path, "queryNames", status, "durationMs", id, detail
  from given
  join api_token on api_token.tenant_id = given."tenantId" and api_token.client_id = given."clientId"
  order by place`;

/** What a client asked lately, the latest first; undefined when there is no such client. */
export const findRequestsOfClient = async (
  db: Database,
  tenantId: number,
  clientId: string,
): Promise<ApiRequest[] | undefined> => {
  const known = await run(db, 'select from api_token where tenant_id = $1 and client_id = $2', [
    tenantId,
    clientId,
  ]);
  if (known.length === 0) return undefined;
  return run<ApiRequest>(
    db,
    `select ${wireTime('came_at')} as at, method, path, query_names as "queryNames", status,
            duration_ms as "durationMs", request_id as "requestId", detail
     from api_request
     where tenant_id = $1 and client_id = $2 and came_at > now() - make_interval(hours => ${hours})
     order by request_no desc limit ${ofClient}`,
    [tenantId, clientId],
  );
};

/** Forgets requests after a day; called now and then. */
export const forgetOldRequests = async (db: Database): Promise<void> => {
  await run(db, 'delete from api_request where came_at < now() - make_interval(hours => $1)', [hours]);
};
