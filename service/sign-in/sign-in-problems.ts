import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

/** contract, External identity provider flow, step 1; L4 */
export const missingParameter = (name: string) =>
  new Problem('missing', msg`The query parameter '${name}' is missing.`);

export const tooManyStarts = (retryAfter: number) =>
  new Problem('limited', msg`Too many sign-ins were started from this address. Try again in a moment.`, {
    retryAfter,
  });

export const tooManyResponses = () =>
  new Problem('overloaded', msg`Too many sign-ins are in progress. Try again in a few seconds.`, {
    retryAfter: 5,
  });
