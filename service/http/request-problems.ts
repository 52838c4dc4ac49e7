import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import { INSTANT_HINT } from './instant.ts';

/** Thrown because it is impossible to know which of the values is meant (S9). */
export const repeatedQueryParameter = (name: string) =>
  new Problem('invalid', sentence`The query parameter '${name}' is repeated.`);

export const tooManyQueryParameters = () =>
  new Problem('invalid', sentence`The query has more than ${limits.parameters} parameters.`);

/** Replacing invalid UTF-8 would change the value (decision W16). */
export const queryParameterNotString = (name: string) =>
  new Problem('invalid', sentence`The query parameter '${name}' is not percent-encoded UTF-8.`);

/** An edit without `If-Match` could overwrite a concurrent change (RFC 6585). */
export const missingPrecondition = () =>
  new Problem(
    'unconditional',
    sentence`The If-Match header is required. Send the ETag that you read, or * to change any state.`,
  );

export const invalidEntityTag = (header: string) =>
  new Problem(
    'invalid',
    sentence`If-Match must be an ETag in quotes, such as "3", or *; ${header.slice(0, 80)} was given.`,
  );

export const invalidCursor = () =>
  invalidRequest([
    { message: sentence`'after' must be the value of 'next' from the previous page.`, members: ['after'] },
  ]);

/** A client's query exceeds PostgreSQL's time or memory limits. */
export const requestTooCostly = () =>
  new Problem('invalid', sentence`This request takes too much time or memory. Request less data.`);

export const referenceGone = () =>
  new Problem(
    'conflict',
    sentence`Something that the request refers to has just been deleted. Nothing was changed. Reload the data and try again.`,
  );

/** Without PUBLIC_URL, a link would use the request's host, which clients can forge (S46, decision W17). */
export const missingPublicUrl = () =>
  new Problem(
    'conflict',
    sentence`This server does not know its public address. Its administrator must set PUBLIC_URL before links can be created.`,
  );

export const UNKNOWN_URL = sentence`This address does not exist.`;

export const routeNotFound = () => new Problem('missing', UNKNOWN_URL);

/** The server has more requests than it can handle in time (R5). */
export const serverOverloaded = () =>
  new Problem('overloaded', sentence`The service is overloaded. Try again in a moment.`, { retryAfter: 1 });

/** The database is unavailable or too slow; the client can try again (R2, R3). */
export const databaseUnavailable = () =>
  new Problem(
    'overloaded',
    sentence`The database is not available at the moment. Try again in a few seconds.`,
    {
      retryAfter: 2,
    },
  );

export const invalidInstant = (name: string, value: string) => {
  // An unescaped plus sign in a URL arrives as a space.
  const hint = value.includes(' ') ? sentence`${INSTANT_HINT} (encode the plus sign as %2B)` : INSTANT_HINT;
  return invalidRequest([
    {
      message: sentence`The field '${name}' must be ${hint}; '${value.slice(0, 80)}' was given.`,
      members: [name],
    },
  ]);
};
