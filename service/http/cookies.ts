import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The name of a cookie with a secret (S28). The prefix `__Host-` makes browsers accept the cookie from this host only. Plain
 * HTTP, for local and test use, does not support it.
 */
const cookieName = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name;

export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[cookieName(request, name)];
};

/** Returns the cookies whose name starts with the prefix, with names as passed to `setCookie`. */
export const readCookiesNamed = (
  request: FastifyRequest,
  prefix: string,
): { name: string; value: string }[] => {
  const fullPrefix = cookieName(request, prefix);
  return Object.entries(parseCookie(request.headers.cookie ?? '')).flatMap(([name, value = '']) =>
    name.startsWith(fullPrefix) ? [{ name: name.slice(fullPrefix.length - prefix.length), value }] : [],
  );
};

/** Without `maxAge` (seconds), the cookie lasts until the browser is closed. */
export const setCookie = (
  reply: FastifyReply,
  { name, value, maxAge }: { name: string; value: string; maxAge?: number },
): void => {
  const header = stringifySetCookie({
    name: cookieName(reply.request, name),
    value,
    ...(maxAge !== undefined && { maxAge }),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
  });
  reply.header('set-cookie', header);
};

export const clearCookie = (reply: FastifyReply, name: string): void =>
  setCookie(reply, { name, value: '', maxAge: 0 });
