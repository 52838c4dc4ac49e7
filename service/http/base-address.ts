import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Whether secrets may travel in a request: it came over HTTPS, or never left this machine (decision A3). */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || isLoopback(request.ip);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The address that sign-ins are begun from and come back to: PUBLIC_URL, or the request's own on loopback only, for
 * whoever sends a request chooses what it says (decision W17). Otherwise undefined.
 */
export const trustedAddress = (
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined => {
  if (publicUrl !== undefined) return publicUrl;
  const isHere = isLoopback(request.ip) && LOOPBACK_HOST.test(request.host);
  return isHere ? `${request.protocol}://${request.host}` : undefined;
};

/**
 * The address under which the caller reaches this service, without a slash at the end: PUBLIC_URL when it is set, else
 * what the request says. Fastify honours X-Forwarded-* only from trusted proxies (decision W17).
 */
export const baseAddress = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** The path under which browsers reach this service, without a slash at the end: mostly none. */
export const homePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
