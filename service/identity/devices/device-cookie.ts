import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';
import { DEVICE_LIMITS } from './device.ts';

const NAME = 'ronda-device';
const SCRIPT = 'ronda-device';

/**
 * Returns true if the app on a device sent this request. Only then the device cookie counts, and no other cookie does: so the
 * sign-in on a phone opens no page of the portal, and the app does not act as the user signed in to the portal in the same browser.
 */
export const isFromDevice = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === SCRIPT;

export const readDeviceCookie = (request: FastifyRequest): string | undefined => readCookie(request, NAME);

/** The cookie lasts as long as a device can, even when the browser is closed. */
export const setDeviceCookie = (reply: FastifyReply, deviceToken: string): void =>
  setCookie(reply, { name: NAME, value: deviceToken, maxAge: DEVICE_LIMITS.absolute });

export const clearDeviceCookie = (reply: FastifyReply): void => clearCookie(reply, NAME);
