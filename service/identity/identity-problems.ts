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

/** By which the app knows that it is to erase what is on its device. */
const TO_BE_ERASED = 'urn:ronda:device-to-be-erased';

/** Of a device that was told to be lost: to whatever it asks, and to who would make its browser a device anew. */
export const deviceToBeErased = (kind: 'unauthenticated' | 'conflict') =>
  new Problem(
    kind,
    sentence`This device was revoked, and what Ronda keeps on it is to be erased. Confirm it by POST /api/v1/me/devices/current/erased.`,
    { type: TO_BE_ERASED },
  );

/** docs/decisions/0036-devices.md */
export const closedToDevices = () =>
  new Problem(
    'forbidden',
    sentence`You are not authorized: this cannot be done by the app on a device. Sign in to the portal.`,
  );

export const onlyByDevice = () =>
  new Problem('forbidden', sentence`Only the app on a device tells this, by the cookie of its device.`);

export const onlyByBrowser = () =>
  new Problem(
    'forbidden',
    sentence`Only a person who is signed in by a browser can make that browser a device: an access token cannot.`,
  );

export const deviceNotFound = (deviceId: string) =>
  new Problem('missing', sentence`There is no device with the id '${deviceId.slice(0, 80)}'.`);

export const ownDeviceNotFound = (deviceId: string) =>
  new Problem('missing', sentence`You have no device with the id '${deviceId.slice(0, 80)}'.`);

export const deviceOfAnother = (deviceId: string) =>
  new Problem('conflict', sentence`The device with the id '${deviceId}' belongs to somebody else.`);

export const tooManyDevices = (most: number) =>
  new Problem('conflict', sentence`You have ${most} devices already: sign out of one first.`);

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
