import { DEVICE_ERASURE_REQUESTED } from '#contract/device.ts';
import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

/** The response to a device that must erase its data, and to attempts to register its browser again before that. */
export const deviceErasurePending = (kind: 'unauthenticated' | 'conflict') =>
  new Problem(
    kind,
    msg`This device was revoked and must erase its data. Confirm with POST /api/v1/me/devices/current/erased.`,
    { type: DEVICE_ERASURE_REQUESTED },
  );

/** See docs/contribute/decisions/0036-device-sign-in.md. */
export const notAllowedForDevices = () =>
  new Problem(
    'forbidden',
    msg`You are not authorized: the app on a device cannot do this. Sign in to the portal.`,
  );

export const deviceRequired = () =>
  new Problem('forbidden', msg`Only the app on a device can send this, with the cookie of that device.`);

export const browserSessionRequired = () =>
  new Problem(
    'forbidden',
    msg`A browser can only be registered as a device by a person who is signed in with it, not with an access token.`,
  );

export const deviceNotFound = (deviceId: string) =>
  new Problem('missing', msg`There is no device with the ID '${deviceId.slice(0, 80)}'.`);

export const ownDeviceNotFound = (deviceId: string) =>
  new Problem('missing', msg`You have no device with the ID '${deviceId.slice(0, 80)}'.`);

export const deviceBelongsToOtherUser = (deviceId: string) =>
  new Problem('conflict', msg`The device with the ID '${deviceId}' belongs to another user.`);

export const tooManyDevices = (max: number) =>
  new Problem('conflict', msg`You already have ${max} devices, the maximum. Sign out of one first.`);
