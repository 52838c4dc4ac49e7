import { sentence } from '#sentences/sentence.ts';
import type { Limit } from '#service/admission/fair-queue.ts';
import { Problem } from '#service/problem.ts';

/** More reports are asked for than can be made in time. */
export const reportsOverloaded = (limit: Limit = 'server') =>
  new Problem(
    limit === 'server' ? 'overloaded' : 'limited',
    sentence`Too many reports are being made. Try again in some seconds.`,
    {
      retryAfter: 5,
    },
  );

/** The one who made it was too slow or ended; the next may succeed. */
export const reportLost = () =>
  new Problem('overloaded', sentence`The report could not be made in time. Try again in some seconds.`, {
    retryAfter: 10,
  });

export const reportTooLong = (words: number) =>
  new Problem(
    'invalid',
    sentence`The inspection says more than fits in a report. It may have ${words} words, questions included.`,
  );

export const nothingToShare = () =>
  new Problem(
    'conflict',
    sentence`The inspection was never completed, and a link shows what it says when it is complete: share it then.`,
  );

export const shareNotFound = (shareId: string) =>
  new Problem('missing', sentence`The inspection has no share with the id '${shareId.slice(0, 80)}'.`);

/** One answer for links that never were, are over or were taken back: who guesses learns nothing. */
export const linkNotFound = () =>
  new Problem('missing', sentence`There is no report at this address, or no longer.`);
