import { sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

/** contract, External identity provider flow, step 1; L4 */
export const missingParameter = (name: string) =>
  new Problem('missing', sentence`The query parameter '${name}' is missing.`);

export const tooManyStarts = (retryAfter: number) =>
  new Problem('limited', sentence`Too many sign-ins were started from this address. Try again in a moment.`, {
    retryAfter,
  });

export const tooManyResponses = () =>
  new Problem('overloaded', sentence`Too many sign-ins are in progress. Try again in a few seconds.`, {
    retryAfter: 5,
  });
