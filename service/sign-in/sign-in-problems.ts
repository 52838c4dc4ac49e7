import { Problem } from '#service/problem.ts';

/** contract, External identity provider flow, step 1; L4 */
export const parameterMissing = (name: string) =>
  new Problem('missing', `The query parameter '${name}' is missing.`);

export const tooManyAnswers = () =>
  new Problem('overloaded', 'Too many sign-ins are waiting. Try again in a few seconds.', { retryAfter: 5 });
