import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import { INSTANT_HINT } from './instant.ts';

/** There is no telling which value is meant (S9). */
export const repeatedQueryParameter = (name: string) =>
  new Problem('invalid', msg`The query parameter '${name}' is repeated.`);

export const tooManyQueryParameters = () =>
  new Problem('invalid', msg`The query has more than ${limits.parameters} parameters.`);

/** Replacing invalid UTF-8 would change the value (decision W16). */
export const queryParameterNotString = (name: string) =>
  new Problem('invalid', msg`The query parameter '${name}' is not percent-encoded UTF-8.`);

/** An edit without `If-Match` could overwrite a concurrent change (RFC 6585). */
export const missingPrecondition = () =>
  new Problem(
    'unconditional',
    msg`The If-Match header is required. Send the ETag that you read, or * to change any state.`,
  );

export const invalidEntityTag = (header: string) =>
  new Problem(
    'invalid',
    msg`If-Match must be an ETag in quotes, such as "3", or *; ${header.slice(0, 80)} was given.`,
  );

export const invalidCursor = () =>
  invalidRequest([
    { message: msg`'after' must be the value of 'next' from the previous page.`, members: ['after'] },
  ]);

/** A client's query exceeds PostgreSQL's time or memory limits. */
export const requestTooCostly = () =>
  new Problem('invalid', msg`This request takes too much time or memory. Request less data.`);

export const referenceGone = () =>
  new Problem(
    'conflict',
    msg`Something that the request refers to has just been deleted. Nothing was changed. Reload the data and try again.`,
  );

/** Without PUBLIC_URL, a link would use the request's host, which clients can forge (S46, decision W17). */
export const missingPublicUrl = () =>
  new Problem(
    'conflict',
    msg`This server does not know its public address. Its administrator must set PUBLIC_URL before links can be created.`,
  );

export const UNKNOWN_URL = msg`This address does not exist.`;

export const routeNotFound = () => new Problem('missing', UNKNOWN_URL);

/** The database is unavailable or too slow (R2, R3). */
export const databaseUnavailable = () =>
  new Problem('overloaded', msg`The database is not available at the moment. Try again in a few seconds.`, {
    retryAfter: 2,
  });

export const invalidInstant = (name: string, value: string) => {
  // An unescaped plus sign in a URL arrives as a space.
  const hint = value.includes(' ') ? msg`${INSTANT_HINT} (encode the plus sign as %2B)` : INSTANT_HINT;
  return invalidRequest([
    {
      message: msg`The field '${name}' must be ${hint}; '${value.slice(0, 80)}' was given.`,
      members: [name],
    },
  ]);
};
