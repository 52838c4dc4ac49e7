import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, setCookie } from '#service/http/cookies.ts';

const NAME = 'ronda-session';

export const readSessionCookie = (request: FastifyRequest): string | undefined => readCookie(request, NAME);

/** The cookie lasts until the browser is closed. The session may end sooner. */
export const setSessionCookie = (reply: FastifyReply, sessionToken: string): void =>
  setCookie(reply, { name: NAME, value: sessionToken });

export const clearSessionCookie = (reply: FastifyReply): void => clearCookie(reply, NAME);
