import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';
import { DEVICE_LIMITS } from './device.ts';

const COOKIE_NAME = 'ronda-device';
const DEVICE_APP = 'ronda-device';

/**
 * Returns true if the app on a device sent this request. Such a request uses only the device cookie, and all
 * other requests ignore it. Signing in on a device therefore does not give access to the portal, and the app
 * does not act as the user who is signed in to the portal.
 */
export const isFromDevice = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === DEVICE_APP;

export const readDeviceCookie = (request: FastifyRequest): string | undefined =>
  readCookie(request, COOKIE_NAME);

/** Sets a cookie that outlives the browser session and lasts for a device's maximum lifetime. */
export const setDeviceCookie = (reply: FastifyReply, deviceToken: string): void =>
  setCookie(reply, { name: COOKIE_NAME, value: deviceToken, maxAge: DEVICE_LIMITS.absolute });

export const clearDeviceCookie = (reply: FastifyReply): void => clearCookie(reply, COOKIE_NAME);
