import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const userDisabled = (userName: string) =>
  new Problem(
    'conflict',
    msg`${userName} is deactivated and cannot sign in with a password. Activate the user first.`,
  );

export const noEmailAddress = (userName: string) =>
  new Problem(
    'conflict',
    msg`${userName} has no email address. Add one, or request the link itself (delivery: link) and pass it on.`,
  );

export const tooManyEmailsToPerson = (userName: string, limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    msg`${limit} emails with links were sent to ${userName} or their email address in the last hour. Try again in ${retryAfter} s, or request the link itself (delivery: link) and pass it on.`,
    { retryAfter },
  );

export const tooManyEmailsFromTenant = (limit: number, retryAfter: number) =>
  new Problem(
    'limited',
    msg`Your organisation has sent ${limit} emails with links in the last hour. Try again in ${retryAfter} s, or request the link itself (delivery: link) and pass it on.`,
    { retryAfter },
  );

/** Unknown, expired, used and revoked links all give the same message. */
export const passwordLinkNotFound = () =>
  new Problem('missing', msg`This link has been used or has expired.`);
