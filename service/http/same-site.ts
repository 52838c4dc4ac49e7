import type { FastifyRequest } from 'fastify';
import { buildCallerBaseUrl } from './base-address.ts';

/**
 * Returns true if a page of this service sent the request, according to Sec-Fetch-Site or, over plain HTTP, where
 * browsers omit that header, according to Origin (S29).
 */
export const isFromOwnPage = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(buildCallerBaseUrl(request, publicUrl)).origin;
};
