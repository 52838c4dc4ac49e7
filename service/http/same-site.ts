import type { FastifyRequest } from 'fastify';
import { callerAddress } from './base-address.ts';

/**
 * Returns true if the browser reports that a page of this server sent the request (S29): in Sec-Fetch-Site or, over plain HTTP, where
 * that header is missing, in Origin.
 */
export const isFromOwnPage = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(callerAddress(request, publicUrl)).origin;
};
