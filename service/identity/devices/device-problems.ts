import { DEVICE_TO_BE_ERASED } from '#contract/device.ts';
import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

/** Of a device that is lost: to whatever it asks, and to who would make its browser a device anew. */
export const deviceToBeErased = (kind: 'unauthenticated' | 'conflict') =>
  new Problem(
    kind,
    sentence`This device was revoked, and what Ronda keeps on it is to be erased. Confirm it by POST /api/v1/me/devices/current/erased.`,
    { type: DEVICE_TO_BE_ERASED },
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
