import type { FastifyRequest } from 'fastify';
import { missingPublicUrl } from './request-problems.ts';

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Returns true if a request may contain secrets (decision A3). */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || isLoopback(request.ip);

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Finds the base URL for stored or sent links, without a trailing slash. Trusts the Host header only on loopback:
 * clients choose it, and most proxies pass it on (S46, decision W17).
 */
export const findTrustedBaseUrl = (
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined => {
  if (publicUrl !== undefined) return publicUrl;
  const isLocal = isLoopback(request.ip) && LOOPBACK_HOST.test(request.host);
  return isLocal ? `${readScheme(request)}://${request.host}` : undefined;
};

export const requireTrustedBaseUrl = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const baseUrl = findTrustedBaseUrl(request, publicUrl);
  if (baseUrl === undefined) throw missingPublicUrl();
  return baseUrl;
};

/**
 * Returns the base URL that the client uses, without a trailing slash (decision W17). Use it only in uncached
 * responses: a client can forge the host.
 */
export const buildCallerBaseUrl = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${readScheme(request)}://${request.host || formatLocalHost(request)}`;

/** A proxy may forward any value as the protocol. */
const readScheme = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http');

/** Formats the address of this server, for HTTP/1.0 clients that omit the Host header. */
const formatLocalHost = ({ socket: { localAddress = '', localFamily, localPort } }: FastifyRequest) =>
  `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;

/** Returns the path under which browsers reach this service, without a trailing slash. Usually empty. */
export const getBasePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
