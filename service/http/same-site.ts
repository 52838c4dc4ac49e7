import type { FastifyRequest } from 'fastify';
import { callerAddress } from './base-address.ts';

/**
 * Whether a browser says that a page of this server sent the request (S29). Browsers say it in Sec-Fetch-Site; over plain
 * HTTP, where they do not, in Origin.
 */
export const comesFromOwnPage = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(callerAddress(request, publicUrl)).origin;
};
