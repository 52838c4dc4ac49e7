import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * The address under which the caller reaches this service, without a slash at the end: PUBLIC_URL when it is set, else
 * what the request says. Fastify honours X-Forwarded-* only from trusted proxies (decision W17).
 */
export const baseAddress = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
