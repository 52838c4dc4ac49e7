import { describeValue } from '#i18n/describe-value.ts';
import { joinMessages, msg } from '#i18n/message.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { Permission } from './permissions.ts';
import { REDIRECT_URI_HINT } from './redirect-uri.ts';

/** See decision W6. */
export const notSignedIn = () =>
  new Problem('unauthenticated', msg`Sign in first: send a valid bearer token in the Authorization header.`);

/** See requirement S29. */
export const crossSiteRequest = () =>
  new Problem(
    'forbidden',
    msg`A request with a browser session can change data only from the pages of this service. Send X-Requested-With: ronda from one of them, or use a bearer token.`,
  );

/** See decision W7. */
export const missingPermission = (...permissions: Permission[]) =>
  new Problem(
    'forbidden',
    msg`You are not authorized: the permission ${joinMessages(permissions, msg` or `)} is needed.`,
  );

/** See docs/contribute/decisions/0026-granting-permissions.md. */
export const exceedsOwnPermissions = (name: string, missing: readonly string[]) =>
  new Problem(
    'forbidden',
    msg`You are not authorized: ${name} has organisation-wide permissions that you do not have: ${missing.join(', ')}. Ask a user who has them.`,
  );

export const tooManyPasswordChecks = () =>
  new Problem('overloaded', msg`Too many sign-ins are in progress. Try again in a few seconds.`, {
    retryAfter: 5,
  });

export const tooManyCalls = (limit: 'caller' | 'tenant', perMinute: number, retryAfter: number) =>
  new Problem(
    'limited',
    limit === 'caller'
      ? msg`You have exceeded the limit of ${perMinute} requests a minute. Try again in ${retryAfter} s.`
      : msg`Your organisation has exceeded the limit of ${perMinute} requests a minute. Try again in ${retryAfter} s.`,
    { retryAfter },
  );

export const userNotFound = (userId: number | string) =>
  new Problem('missing', msg`There is no user with the ID ${userId}.`);

export const sessionNotFound = (sessionId: string) =>
  new Problem('missing', msg`You have no session with the ID '${sessionId.slice(0, 80)}'.`);

export const invalidRedirectUris = (invalid: readonly { uri: string; index: number }[]) =>
  invalidRequest(
    invalid.map(({ uri, index }) => ({
      message: msg`The field 'allowedRedirectUris[${index}]' must be ${REDIRECT_URI_HINT}; ${describeValue(uri)} was given.`,
      members: [`allowedRedirectUris[${index}]`],
    })),
  );

export const signInSettingsOutdated = (revision: number) =>
  new Problem(
    'outdated',
    msg`The sign-in settings have been changed (now at revision ${revision}). Reload them and try again.`,
  );
