import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Limit } from '#service/admission/fair-queue.ts';
import { Problem } from '#service/problem.ts';

export const reportsOverloaded = (limit: Limit = 'server') =>
  new Problem(
    limit === 'server' ? 'overloaded' : 'limited',
    sentence`Too many reports are being created. Try again in a few seconds.`,
    {
      retryAfter: 5,
    },
  );

/** The error for a worker that was too slow or crashed. Trying again may help. */
export const reportLost = () =>
  new Problem('overloaded', sentence`The report could not be created in time. Try again in a few seconds.`, {
    retryAfter: 10,
  });

export const reportTooLong = (words: number) =>
  new Problem(
    'invalid',
    sentence`The inspection is too long for a report. A report can have at most ${words} words, including questions.`,
  );

/** The error for answers that exceed the evaluation limit. */
export const reportTooCostly = (message: Sentence) => new Problem('invalid', message);

export const nothingToShare = () =>
  new Problem(
    'conflict',
    sentence`The inspection has never been completed. You can share its report once it is completed.`,
  );

export const shareNotFound = (shareId: string) =>
  new Problem('missing', sentence`The inspection has no share link with the ID '${shareId.slice(0, 80)}'.`);

/** The error for unknown, expired and revoked links. It is always the same, so that guessing reveals nothing. */
export const linkNotFound = () =>
  new Problem('missing', sentence`This report link is invalid, has expired or was revoked.`);
