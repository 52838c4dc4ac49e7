import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The name of a cookie with a secret (S28). The prefix `__Host-` makes browsers accept the cookie from this host only. Plain
 * HTTP, for local and test use, does not support it.
 */
const cookieName = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name;

/** A header has room for 16,000 cookies, and an attempt to decode a value such as `%` takes 3 µs. */
const encodedCookies = (request: FastifyRequest) =>
  parseCookie(request.headers.cookie ?? '', { decode: (value) => value });

const decode = (value: string): string => {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const value = encodedCookies(request)[cookieName(request, name)];
  return value === undefined ? undefined : decode(value);
};

/** Returns the cookies whose name starts with the prefix, with names as passed to `setCookie`. */
export const readCookiesNamed = (
  request: FastifyRequest,
  prefix: string,
): { name: string; value: string }[] => {
  const fullPrefix = cookieName(request, prefix);
  return Object.entries(encodedCookies(request)).flatMap(([name, value = '']) =>
    name.startsWith(fullPrefix)
      ? [{ name: name.slice(fullPrefix.length - prefix.length), value: decode(value) }]
      : [],
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
