import { type Static, Type } from 'typebox';

/** Bounds of what is kept of requests. */
export const requestLogLimits = {
  /** Requests of one client. */
  ofClient: 200,
  hours: 24,
  /** Characters of a path, and of what an answer said. */
  path: 200,
  detail: 1_000,
  /** Names of query parameters of a request. */
  queryNames: 20,
} as const;

/** A request of an application as it is remembered: without body, header, or the value of any parameter. */
export const ApiRequest = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it came' }),
    method: Type.String(),
    path: Type.String({ description: `At most ${requestLogLimits.path} characters` }),
    queryNames: Type.Array(Type.String(), {
      description: 'Names of its query parameters, without their values',
    }),
    status: Type.Integer(),
    durationMs: Type.Integer({ description: 'Milliseconds until the answer was sent' }),
    requestId: Type.String({ description: 'By which the log of the server knows it' }),
    detail: Type.Union([Type.String(), Type.Null()], {
      description:
        'What the answer said was wrong, shortened; null for what succeeded. The given interface refuses with status 200, so look at this',
    }),
  },
  { title: 'ApiRequest' },
);
export type ApiRequest = Static<typeof ApiRequest>;

/** The latest first. */
export const ApiRequestList = Type.Object(
  { requests: Type.Array(ApiRequest, { maxItems: requestLogLimits.ofClient }) },
  { title: 'ApiRequestList' },
);
