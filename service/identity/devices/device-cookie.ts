import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';
import { DEVICE_LIMITS } from './device.ts';

const COOKIE_NAME = 'ronda-device';
const DEVICE_APP = 'ronda-device';

/** Requests from the app on a device use only the device cookie, so its sign-in is separate from the portal's. */
export const isFromDevice = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === DEVICE_APP;

export const readDeviceCookie = (request: FastifyRequest): string | undefined =>
  readCookie(request, COOKIE_NAME);

export const setDeviceCookie = (reply: FastifyReply, deviceToken: string): void =>
  setCookie(reply, { name: COOKIE_NAME, value: deviceToken, maxAge: DEVICE_LIMITS.absolute });

export const clearDeviceCookie = (reply: FastifyReply): void => clearCookie(reply, COOKIE_NAME);
