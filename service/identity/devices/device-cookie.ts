import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';
import { DEVICE_LIMITS } from './device.ts';

const NAME = 'ronda-device';
const SCRIPT = 'ronda-device';

/**
 * Whether the app on a device sends this. Only then does a device's cookie count, and no other: so the sign-in of a phone
 * opens no page of the portal, and the app is not taken for somebody who happens to be signed in to the portal beside it.
 */
export const comesFromDevice = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === SCRIPT;

export const readDeviceCookie = (request: FastifyRequest): string | undefined => readCookie(request, NAME);

/** For as long as a device may live: it outlasts the browser being closed. */
export const setDeviceCookie = (reply: FastifyReply, deviceToken: string): void =>
  setCookie(reply, { name: NAME, value: deviceToken, maxAge: DEVICE_LIMITS.absolute });

export const clearDeviceCookie = (reply: FastifyReply): void => clearCookie(reply, NAME);
