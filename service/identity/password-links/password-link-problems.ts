import { sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

export const userDisabled = (userName: string) =>
  new Problem(
    'conflict',
    sentence`${userName} is deactivated and cannot sign in with a password. Activate the user first.`,
  );

export const noEmailAddress = (userName: string) =>
  new Problem(
    'conflict',
    sentence`${userName} has no email address. Add one, or request the link itself (delivery: link) and pass it on.`,
  );

export const tooManyEmailsToPerson = (userName: string, limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    sentence`${limit} emails with links were sent to ${userName} or their email address in the last hour. Try again in ${retryAfter} s, or request the link itself (delivery: link) and pass it on.`,
    { retryAfter },
  );

export const tooManyEmailsFromTenant = (limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    sentence`Your organisation has sent ${limit} emails with links in the last hour. Try again in ${retryAfter} s, or request the link itself (delivery: link) and pass it on.`,
    { retryAfter },
  );

/** Unknown, expired, used and revoked links all give the same message. */
export const passwordLinkNotFound = () =>
  new Problem('missing', sentence`This link has been used or has expired.`);
