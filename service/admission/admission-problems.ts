import { sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';
import type { Limit } from './fair-queue.ts';

/** Returns status 429 if a user or tenant has too many requests in progress, and 503 if the whole server has. */
export const tooManyRequests = (limit: Limit, retryAfter = 1): Problem => {
  if (limit === 'server') {
    return new Problem('overloaded', sentence`The service is overloaded. Try again in a moment.`, {
      retryAfter,
    });
  }
  return new Problem(
    'limited',
    limit === 'user'
      ? sentence`You have too many requests of this kind in progress. Try again in ${retryAfter} s.`
      : sentence`Your organisation has too many requests of this kind in progress. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
};
