import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

/** contract, External identity provider flow, step 1; L4 */
export const parameterMissing = (name: string) =>
  new Problem('missing', sentence`The query parameter '${name}' is missing.`);

export const tooManyStarts = (retryAfter: number) =>
  new Problem('limited', sentence`Too many sign-ins are begun from this address. Try again in a moment.`, {
    retryAfter,
  });

export const tooManyAnswers = () =>
  new Problem('overloaded', sentence`Too many sign-ins are waiting. Try again in a few seconds.`, {
    retryAfter: 5,
  });
