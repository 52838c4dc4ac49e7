import type { FastifyRequest } from 'fastify';
import { buildCallerBaseUrl } from './base-address.ts';

/** Relies on Sec-Fetch-Site, or on Origin over plain HTTP, where browsers omit Sec-Fetch-Site (S29). */
export const isFromOwnPage = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(buildCallerBaseUrl(request, publicUrl)).origin;
};
