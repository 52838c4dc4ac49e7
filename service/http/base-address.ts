import type { FastifyRequest } from 'fastify';
import { publicUrlMissing } from './request-problems.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Returns true if secrets may be sent in the request: it came over HTTPS, or never left this machine (decision A3). */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || isLoopback(request.ip);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The address for links that are followed later, without a trailing slash: PUBLIC_URL, or on loopback only the address of the
 * request, because clients choose their own Host header (S46, decision W17). A trusted proxy does not change that, because most proxies
 * pass the Host header on. Otherwise undefined.
 */
export const trustedAddress = (
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined => {
  if (publicUrl !== undefined) return publicUrl;
  const isHere = isLoopback(request.ip) && LOOPBACK_HOST.test(request.host);
  return isHere ? `${schemeOf(request)}://${request.host}` : undefined;
};

/** Like `trustedAddress`, but throws a Problem that names PUBLIC_URL if there is no address. */
export const addressForLinks = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const address = trustedAddress(request, publicUrl);
  if (address === undefined) throw publicUrlMissing();
  return address;
};

/**
 * The address at which the client reaches this service, without a trailing slash: PUBLIC_URL if set, otherwise the address of the
 * request. Fastify accepts X-Forwarded-* only from trusted proxies (decision W17). Use it only in uncached responses to this client:
 * a forged host then misleads no one else.
 */
export const callerAddress = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${schemeOf(request)}://${request.host || localAddress(request)}`;

/** A proxy may forward any value. */
const schemeOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http');

/** For HTTP/1.0 clients, which need not send a Host header. */
const localAddress = ({ socket: { localAddress = '', localFamily, localPort } }: FastifyRequest) =>
  `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;

/** The path under which browsers reach this service, without a trailing slash; usually empty. */
export const homePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
