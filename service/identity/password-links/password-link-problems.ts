import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const userDisabled = (userName: string) =>
  new Problem(
    'conflict',
    sentence`${userName} is disabled and could not sign in with a password: enable it first.`,
  );

export const noAddressToMail = (userName: string) =>
  new Problem(
    'conflict',
    sentence`${userName} has no e-mail address. Give it one, or take the link itself (by: link) and hand it over.`,
  );

export const tooManyMailsToPerson = (userName: string, limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    sentence`${limit} mails with links went to ${userName} or to its e-mail address within an hour. Try again in ${retryAfter} s, or take the link itself (by: link) and hand it over.`,
    { retryAfter },
  );

export const tooManyMailsOfTenant = (limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    sentence`Your organisation has sent ${limit} mails with links within an hour. Try again in ${retryAfter} s, or take the link itself (by: link) and hand it over.`,
    { retryAfter },
  );

/** One that never was, is over, was used or taken back: all are one answer. */
export const passwordLinkNotFound = () =>
  new Problem('missing', sentence`This link was used or has expired.`);
