import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import { INSTANT_HINT } from './instant.ts';

/** A query parameter is given twice; which one counts would be a guess (S9). */
export const repeatedQueryParameter = (name: string) =>
  new Problem('invalid', sentence`The query parameter '${name}' is given twice.`);

export const tooManyQueryParameters = () =>
  new Problem('invalid', sentence`The query has more than ${limits.queryParameters} parameters.`);

/** Replaced in silence it would be another text (decision W16). */
export const queryParameterNotText = (name: string) =>
  new Problem('invalid', sentence`The query parameter '${name}' is not UTF-8, percent-encoded.`);

/** An edit without `If-Match` might undo what somebody else did meanwhile (RFC 6585). */
export const preconditionMissing = () =>
  new Problem(
    'unconditional',
    sentence`Say in the header If-Match which state this is about: the ETag that was read, or * for whatever is there.`,
  );

export const entityTagUnfit = (given: string) =>
  new Problem(
    'invalid',
    sentence`If-Match must be an ETag as it was read, in quotes, such as "3", or *; ${given.slice(0, 80)} was given.`,
  );

export const cursorUnfit = () =>
  invalidRequest([{ message: sentence`'after' must be the 'next' of the page before.`, members: ['after'] }]);

/** PostgreSQL ran out of time or memory over a question that its caller has composed. */
export const questionTooCostly = () =>
  new Problem('invalid', sentence`It takes too long or too much memory to answer this. Ask for less.`);

/** Two requests at once, one of which deleted what the other names. */
export const referenceGone = () =>
  new Problem(
    'conflict',
    sentence`Something that the request names was deleted in this moment. Nothing was changed; read it again.`,
  );

/** Without PUBLIC_URL, a link would lead to whatever host the request names (S46, decision W17). */
export const publicUrlMissing = () =>
  new Problem(
    'conflict',
    sentence`This server does not know its public address: the operator must set PUBLIC_URL before links can be created.`,
  );

export const NOTHING_HERE = sentence`There is nothing at this address.`;

export const addressNotFound = () => new Problem('missing', NOTHING_HERE);

/** The server has more to do than it can finish in time (R5). */
export const serverOverloaded = () =>
  new Problem('overloaded', sentence`The service is overloaded. Try again in a moment.`, { retryAfter: 1 });

/** The database is away or too slow; the same request may succeed in a moment (R2, R3). */
export const databaseUnavailable = () =>
  new Problem(
    'overloaded',
    sentence`The database is not available at the moment. Try again in a few seconds.`,
    {
      retryAfter: 2,
    },
  );

export const instantUnfit = (name: string, given: string) => {
  // What an address says with a bare plus sign arrives as a blank.
  const hint = given.includes(' ') ? sentence`${INSTANT_HINT}, the plus sign sent as %2B` : INSTANT_HINT;
  return invalidRequest([
    {
      message: sentence`The field '${name}' must be ${hint}; '${given.slice(0, 80)}' was given.`,
      members: [name],
    },
  ]);
};
