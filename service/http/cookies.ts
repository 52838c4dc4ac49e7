import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies with secrets, which scripts and other sites cannot read, and which are sent to this server only (S28). Over HTTPS the name has the
 * prefix `__Host-`, so browsers accept the cookie only from this host. Plain HTTP, for local and test use, does not support the
 * prefix.
 */
const nameOver = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name;

export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOver(request, name)];
};

/** Finds all cookies whose name starts with the prefix; names are in the form that `setCookie` accepts. */
export const readCookiesNamed = (
  request: FastifyRequest,
  prefix: string,
): { name: string; value: string }[] => {
  const wanted = nameOver(request, prefix);
  return Object.entries(parseCookie(request.headers.cookie ?? '')).flatMap(([name, value = '']) =>
    name.startsWith(wanted) ? [{ name: name.slice(wanted.length - prefix.length), value }] : [],
  );
};

/** Without `maxAge` (seconds), the cookie lasts until the browser is closed. */
export const setCookie = (
  reply: FastifyReply,
  { name, value, maxAge }: { name: string; value: string; maxAge?: number },
): void => {
  const header = stringifySetCookie({
    name: nameOver(reply.request, name),
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
