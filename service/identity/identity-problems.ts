import { joined, type Sentence, sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';
import type { Permission } from './permissions.ts';
import { REDIRECT_URI_HINT } from './redirect-uri.ts';

/** decision W6 */
export const notSignedIn = () =>
  new Problem(
    'unauthenticated',
    sentence`Sign in first: send a valid bearer token in the Authorization header.`,
  );

/** S29 */
export const forged = () =>
  new Problem(
    'forbidden',
    sentence`With a browser's session only the pages of this service may change something: send X-Requested-With: ronda from one of them, or a bearer token.`,
  );

/** decision W7 */
export const permissionMissing = (...permissions: Permission[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: the permission ${joined(permissions, sentence` or `)} is needed.`,
  );

/** docs/decisions/0026-who-may-give-what.md */
export const beyondOwnPermissions = (whose: string, missing: readonly string[]) =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: ${whose} has permissions over the whole tenant that you do not have: ${missing.join(', ')}. Ask somebody who has them.`,
  );

export const tooManyGuesses = () =>
  new Problem('overloaded', sentence`Too many sign-ins are waiting. Try again in a few seconds.`, {
    retryAfter: 5,
  });

export const tooManyCalls = (limit: 'caller' | 'tenant', perMinute: number, retryAfter: number) =>
  new Problem(
    'limited',
    limit === 'caller'
      ? sentence`You have made more calls than this server allows, ${perMinute} a minute. Try again in ${retryAfter} s.`
      : sentence`Your organisation has made more calls than this server allows, ${perMinute} a minute. Try again in ${retryAfter} s.`,
    { retryAfter },
  );

export const userNotFound = (userId: number | string) =>
  new Problem('missing', sentence`There is no user with the id ${userId}.`);

export const sessionNotFound = (sessionId: string) =>
  new Problem('missing', sentence`You have no session with the id '${sessionId.slice(0, 80)}'.`);

/** `reason` never repeats the password. */
export const passwordUnfit = (field: string, reason: Sentence) =>
  invalidRequest([{ message: sentence`The field '${field}' ${reason}`, members: [field] }]);

export const redirectUrisUnfit = (unfit: readonly { uri: string; index: number }[]) =>
  invalidRequest(
    unfit.map(({ uri, index }) => ({
      message: sentence`The field 'allowedRedirectUris[${index}]' must be ${REDIRECT_URI_HINT}; ${JSON.stringify(uri.slice(0, 80))} was given.`,
      members: [`allowedRedirectUris[${index}]`],
    })),
  );

export const signInSettingsOutdated = (revision: number) =>
  new Problem(
    'outdated',
    sentence`How people may sign in was changed meanwhile and is at revision ${revision}: read it again.`,
  );
