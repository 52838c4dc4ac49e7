import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';
import { DEVICE_LIMITS } from './device.ts';

const NAME = 'ronda-device';
const DEVICE_APP = 'ronda-device';

/**
 * Returns true if the app on a device sent this request. Only these requests use the device cookie, and they use no
 * other: signing in on a device does not give access to the portal, and the app does not act as the portal's user.
 */
export const isFromDevice = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === DEVICE_APP;

export const readDeviceCookie = (request: FastifyRequest): string | undefined => readCookie(request, NAME);

/** The cookie outlives the browser session and lasts for a device's maximum lifetime. */
export const setDeviceCookie = (reply: FastifyReply, deviceToken: string): void =>
  setCookie(reply, { name: NAME, value: deviceToken, maxAge: DEVICE_LIMITS.absolute });

export const clearDeviceCookie = (reply: FastifyReply): void => clearCookie(reply, NAME);
