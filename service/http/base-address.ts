import type { FastifyRequest } from 'fastify';
import { publicUrlMissing } from './request-problems.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Whether secrets may travel in a request: it came over HTTPS, or never left this machine (decision A3). */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || isLoopback(request.ip);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The address for everything that others follow later, without a slash at the end: PUBLIC_URL, or the request's own on
 * loopback only, because whoever sends a request chooses what its Host header says (S46, decision W17). A trusted proxy
 * does not change that: most pass on the host that they were given. Otherwise undefined.
 */
export const trustedAddress = (
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined => {
  if (publicUrl !== undefined) return publicUrl;
  const isHere = isLoopback(request.ip) && LOOPBACK_HOST.test(request.host);
  return isHere ? `${schemeOf(request)}://${request.host}` : undefined;
};

/** The same for a link that has to be made: without an address, a problem that names PUBLIC_URL. */
export const addressForLinks = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const address = trustedAddress(request, publicUrl);
  if (address === undefined) throw publicUrlMissing();
  return address;
};

/**
 * The address under which the caller reaches this service, without a slash at the end: PUBLIC_URL when it is set, else
 * what the request says. Fastify honours X-Forwarded-* only from trusted proxies (decision W17). Only for responses that
 * go back to this caller and are never cached: a wrong host can mislead nobody else.
 */
export const callerAddress = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${schemeOf(request)}://${request.host || localAddress(request)}`;

/** A proxy may pass on whatever it was given. */
const schemeOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http');

/** For clients of HTTP/1.0, which need not name a host. */
const localAddress = ({ socket: { localAddress = '', localFamily, localPort } }: FastifyRequest) =>
  `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;

/** The path under which browsers reach this service, without a slash at the end: mostly none. */
export const homePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
