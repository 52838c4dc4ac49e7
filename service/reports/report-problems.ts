import { type Message, msg } from '#i18n/message.ts';
import type { Limit } from '#service/admission/fair-queue.ts';
import { Problem } from '#service/problem.ts';

export const reportsOverloaded = (limit: Limit = 'server') =>
  new Problem(
    limit === 'server' ? 'overloaded' : 'limited',
    msg`Too many reports are being created. Try again in a few seconds.`,
    { retryAfter: 5 },
  );

/** The worker was too slow or crashed. */
export const reportLost = () =>
  new Problem('overloaded', msg`The report could not be created in time. Try again in a few seconds.`, {
    retryAfter: 10,
  });

export const reportTooLong = (words: number) =>
  new Problem(
    'invalid',
    msg`The inspection is too long for a report. A report can have at most ${words} words, including questions.`,
  );

/** The answers exceed the evaluation limit. */
export const reportTooCostly = (message: Message) => new Problem('invalid', message);

export const nothingToShare = () =>
  new Problem(
    'conflict',
    msg`The inspection has never been completed. You can share its report once it is completed.`,
  );

export const shareNotFound = (shareId: string) =>
  new Problem('missing', msg`The inspection has no share link with the ID '${shareId.slice(0, 80)}'.`);

/** The same error for unknown, expired and revoked links, so that guessing reveals nothing. */
export const linkNotFound = () =>
  new Problem('missing', msg`This report link is invalid, has expired or was revoked.`);
