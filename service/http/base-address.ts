import type { FastifyRequest } from 'fastify';
import { publicUrlMissing } from './request-problems.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Returns true if a request may contain secrets: it uses HTTPS or comes from this machine (decision A3). */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || isLoopback(request.ip);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The base address for links that are stored or sent, without a trailing slash: PUBLIC_URL, or on loopback the address of
 * the request. Otherwise undefined: clients choose the Host header, and most proxies pass it on (S46, decision W17).
 */
export const trustedAddress = (
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined => {
  if (publicUrl !== undefined) return publicUrl;
  const isLocal = isLoopback(request.ip) && LOOPBACK_HOST.test(request.host);
  return isLocal ? `${schemeOf(request)}://${request.host}` : undefined;
};

/** Like `trustedAddress`, but throws a Problem that names PUBLIC_URL if there is no address. */
export const addressForLinks = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const address = trustedAddress(request, publicUrl);
  if (address === undefined) throw publicUrlMissing();
  return address;
};

/**
 * The address that the client uses for this service, without a trailing slash: PUBLIC_URL or the address of the request.
 * Fastify accepts X-Forwarded-* only from trusted proxies (decision W17). For uncached responses only, because a client can
 * forge the host.
 */
export const callerAddress = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${schemeOf(request)}://${request.host || localAddress(request)}`;

/** A proxy may forward any value. */
const schemeOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http');

/** HTTP/1.0 clients may omit the Host header. */
const localAddress = ({ socket: { localAddress = '', localFamily, localPort } }: FastifyRequest) =>
  `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;

/** The path of this service in browsers, without a trailing slash; usually empty. */
export const homePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
