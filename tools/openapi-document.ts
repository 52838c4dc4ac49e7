import { STATUS_CODES } from 'node:http';
import { ErrorResponse, ProblemDetails } from '#contract/envelope.ts';

type Json = { [name: string]: unknown };

const STATUS_DESCRIPTIONS: Record<number, string> = {
  401: 'No valid access token',
  403: 'The user does not have the required permission',
  404: 'Nothing with this ID exists, or the caller is not allowed to see it',
  409: 'The request conflicts with the current state',
  412: 'The object has changed since it had the ETag in If-Match',
  413: 'The body is too large',
  415: 'The content type of the body is not supported, or the body is not UTF-8',
  422: 'The request is not valid',
  428: 'If-Match is missing',
  429: 'Too many requests: try again after Retry-After seconds',
  500: 'An internal error; its request ID is in the log',
  503: 'The server is overloaded, or its database is unavailable: try again after Retry-After seconds',
};

/** For the task interface, which returns most errors with status 200. */
const ENVELOPE_ERROR_STATUSES = [401, 403, 413, 415, 429, 500, 503];
const ANONYMOUS_PROBLEM_STATUSES = [404, 500, 503];
const PROBLEM_STATUSES = [401, 403, 404, 409, 413, 415, 422, 429, 500, 503];
const PRECONDITION_PROBLEM_STATUSES = [412, 428];

/** The schema of a route declares only the successful responses. */
export const buildErrorResponses = (url: string, isConditional: boolean): Json => {
  const describeResponses = (statuses: readonly number[], contentType: string, schema: unknown) =>
    Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: STATUS_DESCRIPTIONS[status], content: { [contentType]: { schema } } },
      ]),
    );
  if (url.startsWith('/api/v1')) {
    const statuses = isConditional
      ? [...PROBLEM_STATUSES, ...PRECONDITION_PROBLEM_STATUSES]
      : PROBLEM_STATUSES;
    return describeResponses(statuses, 'application/problem+json', ProblemDetails);
  }
  if (url.startsWith('/shared/'))
    return describeResponses(ANONYMOUS_PROBLEM_STATUSES, 'application/problem+json', ProblemDetails);
  if (url.startsWith('/api/'))
    return describeResponses(ENVELOPE_ERROR_STATUSES, 'application/json', ErrorResponse);
  return {};
};

/** Without these descriptions, the Swagger plugin would write "Default Response". */
export const addDescriptions = (responses: Json): Json =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => {
      const { title, description } = schema as { title?: string; description?: string };
      const text = description ?? (title === undefined ? STATUS_CODES[status] : toWords(title));
      return [status, { ...(schema as Json), 'x-response-description': text }];
    }),
  );

/** "TaskPage" becomes "Task page". */
const toWords = (name: string): string =>
  name.replaceAll(/(?<!^)[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Reduces the document to a third of its size and gives generated clients named types. */
export const hoistTitledSchemas = (document: Json): Json => {
  const schemas: Json = {};
  const hoist = (value: unknown, isProperties = false): unknown => {
    if (Array.isArray(value)) return value.map((element) => hoist(element));
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, property]) => [
        name,
        hoist(property, name === 'properties' && !isProperties),
      ]),
    );
    const { title } = copy;
    // Under `properties`, "title" is the name of a field rather than the title of a schema.
    if (isProperties || typeof title !== 'string' || !('type' in copy || 'anyOf' in copy)) return copy;
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = hoist(document.paths);
  const components = { ...(document.components as Json), schemas };
  return { ...document, components, paths };
};

type Paths = Record<string, Record<string, { operationId?: string; requestBody?: { required?: boolean } }>>;

/** The Swagger plugin cannot mark bodies as optional. */
export const makeBodiesOptional = (document: Json, operationIds: ReadonlySet<string>): Json => {
  for (const operation of Object.values((document.paths ?? {}) as Paths).flatMap(Object.values)) {
    if (operation.requestBody && operationIds.has(operation.operationId ?? '')) {
      operation.requestBody.required = false;
    }
  }
  return document;
};
