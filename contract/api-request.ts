import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** Limits on the log of API requests. */
export const requestLogLimits = {
  /** Maximum number of requests per client. */
  perClient: 200,
  hours: 24,
  /** Maximum number of characters of a path and of an error message. Longer ones are truncated. */
  path: 200,
  detail: 1_000,
  /** Maximum number of query parameter names per request. */
  queryNames: 20,
} as const;

/** A request of an application in the log, without body, headers and parameter values. */
export const ApiRequest = Type.Object(
  {
    receivedAt: Type.String({ format: 'date-time', description: 'When the request arrived' }),
    method: Type.String(),
    path: Type.String({
      description: `Path of the request, truncated after ${requestLogLimits.path} characters`,
    }),
    queryNames: Type.Array(Type.String(), {
      description: 'Names of the query parameters, without their values',
    }),
    status: Type.Integer(),
    durationMs: Type.Integer({ description: 'Milliseconds until the response was sent' }),
    requestId: Type.String({
      description: 'The `X-Request-Id` of the response; the server log shows the same ID',
    }),
    detail: Nullable(
      Type.String(),
      'Error message of the response, truncated; null if the request succeeded. The task interface returns errors with status 200, so check `detail` instead of `status`',
    ),
  },
  { title: 'ApiRequest' },
);
export type ApiRequest = Static<typeof ApiRequest>;

/** The requests of a client, newest first. */
export const ApiRequestList = Type.Object(
  { requests: Type.Array(ApiRequest, { maxItems: requestLogLimits.perClient }) },
  { title: 'ApiRequestList' },
);
export type ApiRequestList = Static<typeof ApiRequestList>;
