import { Failure, ProblemDetails } from '#contract/envelope.ts';

type Json = { [name: string]: unknown };

const MEANINGS: Record<number, string> = {
  401: 'No valid access token',
  403: 'The permission is missing',
  404: 'There is nothing by this id, or none that the caller may see',
  409: 'It does not fit the present state',
  412: 'It was changed since the state that If-Match names',
  413: 'The body is too large',
  415: 'The body is of another type than this call takes, or not in UTF-8',
  422: 'The request is not valid',
  428: 'If-Match is missing',
  429: 'More calls than the operator of this server allows: try again after Retry-After seconds',
  500: 'An internal error; its request id is in the log',
  503: 'Overloaded, or the database is away: try again after Retry-After seconds',
};

/** The errors that every route of the given interface may answer beside HTTP 200. */
const FAILURES = [401, 403, 413, 415, 429, 500, 503];
/** Where nobody signs in. */
const PROBLEMS_FOR_ANYBODY = [404, 500, 503];
const PROBLEMS = [401, 403, 404, 409, 413, 415, 422, 429, 500, 503];
/** Those of a route that wants to know which state its caller has read. */
const PROBLEMS_OF_CONDITIONS = [412, 428];

/** The error answers of a route by its address, for its schema says only what it answers when all is well. */
export const errorResponses = (url: string, isConditional: boolean): Json => {
  const of = (statuses: readonly number[], contentType: string, schema: unknown) =>
    Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: MEANINGS[status], content: { [contentType]: { schema } } },
      ]),
    );
  if (url.startsWith('/api/v1')) {
    const statuses = isConditional ? [...PROBLEMS, ...PROBLEMS_OF_CONDITIONS] : PROBLEMS;
    return of(statuses, 'application/problem+json', ProblemDetails);
  }
  if (url.startsWith('/shared/')) return of(PROBLEMS_FOR_ANYBODY, 'application/problem+json', ProblemDetails);
  if (url.startsWith('/api/')) return of(FAILURES, 'application/json', Failure);
  return {};
};

/**
 * Says every schema with a title once, under components, and refers to it elsewhere: a third of the size, and
 * generated clients get types with names.
 */
export const hoistTitledSchemas = (document: Json): Json => {
  const schemas: Json = {};
  const hoist = (value: unknown, isProperties = false): unknown => {
    if (Array.isArray(value)) return value.map((element) => hoist(element));
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        hoist(member, name === 'properties' && !isProperties),
      ]),
    );
    const { title } = copy;
    // Under `properties`, a title is the name of a field and not of a schema.
    if (isProperties || typeof title !== 'string' || !('type' in copy || 'anyOf' in copy)) return copy;
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = hoist(document.paths);
  const components = { ...(document.components as Json), schemas };
  return { ...document, components, paths };
};

type Described = Record<
  string,
  Record<string, { operationId?: string; requestBody?: { required?: boolean } }>
>;

/** Says of certain operations that they may be asked without a body, which Swagger's plugin says of none. */
export const withOptionalBodies = (document: Json, operationIds: ReadonlySet<string>): Json => {
  for (const operation of Object.values((document.paths ?? {}) as Described).flatMap(Object.values)) {
    if (operation.requestBody && operationIds.has(operation.operationId ?? '')) {
      operation.requestBody.required = false;
    }
  }
  return document;
};
