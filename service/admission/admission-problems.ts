import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import type { Limit } from './fair-queue.ts';

/** The server has more requests than it can handle in time (R5). */
export const serverOverloaded = (retryAfter = 1): Problem =>
  new Problem('overloaded', msg`The service is overloaded. Try again in a moment.`, { retryAfter });

/** Status 429 if the user or tenant has too many requests in progress, 503 if the server has. */
export const tooManyRequests = (limit: Limit, retryAfter = 1): Problem => {
  if (limit === 'server') return serverOverloaded(retryAfter);
  return new Problem(
    'limited',
    limit === 'user'
      ? msg`You have too many requests of this kind in progress. Try again in ${retryAfter} s.`
      : msg`Your organisation has too many requests of this kind in progress. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
};
