import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies that hold secrets: out of reach of scripts and of other sites, sent back to this server only (S28). Over HTTPS
 * the `__Host-` before the name makes browsers take them from nobody else; plain HTTP, on one's own machine and in
 * laboratories, has no such cookies.
 */
const nameOver = (request: FastifyRequest, name: string) =>
  request.protocol === 'https' ? `__Host-${name}` : name;

export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOver(request, name)];
};

/** Every cookie whose name begins so: its name, as `setCookie` takes it, and its value. */
export const readCookiesNamed = (
  request: FastifyRequest,
  prefix: string,
): { name: string; value: string }[] => {
  const wanted = nameOver(request, prefix);
  return Object.entries(parseCookie(request.headers.cookie ?? '')).flatMap(([name, value = '']) =>
    name.startsWith(wanted) ? [{ name: name.slice(wanted.length - prefix.length), value }] : [],
  );
};

/** Without `maxAge` (seconds) until the browser is closed. */
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
