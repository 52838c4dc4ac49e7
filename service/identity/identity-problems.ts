import { describeValue } from '#i18n/describe-value.ts';
import { joinSentences, sentence } from '#i18n/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { Permission } from './permissions.ts';
import { REDIRECT_URI_HINT } from './redirect-uri.ts';

/** See decision W6. */
export const notSignedIn = () =>
  new Problem(
    'unauthenticated',
    sentence`Sign in first: send a valid bearer token in the Authorization header.`,
  );

/** See requirement S29. */
export const crossSiteRequest = () =>
  new Problem(
    'forbidden',
    sentence`A request with a browser session can change data only from the pages of this service. Send X-Requested-With: ronda from one of them, or use a bearer token.`,
  );

/** See decision W7. */
export const missingPermission = (...permissions: Permission[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: the permission ${joinSentences(permissions, sentence` or `)} is needed.`,
  );

/** See docs/contribute/decisions/0026-granting-permissions.md. */
export const exceedsOwnPermissions = (name: string, missing: readonly string[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: ${name} has organisation-wide permissions that you do not have: ${missing.join(', ')}. Ask a user who has them.`,
  );

export const tooManyPasswordChecks = () =>
  new Problem('overloaded', sentence`Too many sign-ins are in progress. Try again in a few seconds.`, {
    retryAfter: 5,
  });

export const tooManyCalls = (limit: 'caller' | 'tenant', perMinute: number, retryAfter: number) =>
  new Problem(
    'limited',
    limit === 'caller'
      ? sentence`You have exceeded the limit of ${perMinute} requests a minute. Try again in ${retryAfter} s.`
      : sentence`Your organisation has exceeded the limit of ${perMinute} requests a minute. Try again in ${retryAfter} s.`,
    { retryAfter },
  );

export const userNotFound = (userId: number | string) =>
  new Problem('missing', sentence`There is no user with the ID ${userId}.`);

export const sessionNotFound = (sessionId: string) =>
  new Problem('missing', sentence`You have no session with the ID '${sessionId.slice(0, 80)}'.`);

export const invalidRedirectUris = (invalid: readonly { uri: string; index: number }[]) =>
  invalidRequest(
    invalid.map(({ uri, index }) => ({
      message: sentence`The field 'allowedRedirectUris[${index}]' must be ${REDIRECT_URI_HINT}; ${describeValue(uri)} was given.`,
      members: [`allowedRedirectUris[${index}]`],
    })),
  );

export const signInSettingsOutdated = (revision: number) =>
  new Problem(
    'outdated',
    sentence`The sign-in settings have been changed (now at revision ${revision}). Reload them and try again.`,
  );
