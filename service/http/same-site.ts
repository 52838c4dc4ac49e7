import type { FastifyRequest } from 'fastify';
import { buildCallerBaseUrl } from './base-address.ts';

/** Over plain HTTP, browsers omit Sec-Fetch-Site but send Origin (S29). */
export const isFromOwnPage = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(buildCallerBaseUrl(request, publicUrl)).origin;
};
