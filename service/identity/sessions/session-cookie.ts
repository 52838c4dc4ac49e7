import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';

const COOKIE_NAME = 'ronda-session';

export const readSessionCookie = (request: FastifyRequest): string | undefined =>
  readCookie(request, COOKIE_NAME);

/** Sets a cookie that lasts until the browser is closed. The session may end sooner. */
export const setSessionCookie = (reply: FastifyReply, sessionToken: string): void =>
  setCookie(reply, { name: COOKIE_NAME, value: sessionToken });

export const clearSessionCookie = (reply: FastifyReply): void => clearCookie(reply, COOKIE_NAME);
