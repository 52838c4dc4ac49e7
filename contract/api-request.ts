import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

export const requestLogLimits = {
  perClient: 200,
  hours: 24,
  /** Characters. Longer paths and error messages are truncated. */
  path: 200,
  detail: 1_000,
  queryNames: 20,
} as const;

/** A request from an application. The body, headers and parameter values are not logged. */
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
    durationMs: Type.Integer({ description: 'Time until the response was sent, in milliseconds' }),
    requestId: Type.String({
      description: 'The `X-Request-Id` of the response, as it also appears in the server log',
    }),
    detail: Nullable(
      Type.String(),
      'Error message in the response, truncated; null if the request succeeded. The task interface returns errors with status 200, so check `detail` instead of `status`',
    ),
  },
  { title: 'ApiRequest' },
);
export type ApiRequest = Static<typeof ApiRequest>;

/** Newest first. */
export const ApiRequestList = Type.Object(
  { requests: Type.Array(ApiRequest, { maxItems: requestLogLimits.perClient }) },
  { title: 'ApiRequestList' },
);
export type ApiRequestList = Static<typeof ApiRequestList>;
