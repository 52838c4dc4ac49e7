import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from '#service/http/same-site.ts';
import { crossSiteRequest } from '#service/identity/identity-problems.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The values of X-Requested-With that Ronda's own apps send. The header also determines which cookie is used. */
const OWN_CLIENT_NAMES = new Set(['ronda', 'ronda-background', 'ronda-device']);

/**
 * A change requires a header that only scripts on our own pages can set, and browser headers showing that it comes
 * from one of these pages (S29). Forms without scripts cannot set headers, so only the browser's are checked.
 */
export const rejectCrossSiteRequest = (request: FastifyRequest, publicUrl: string | undefined): void => {
  if (SAFE_METHODS.has(request.method)) return;
  const isOwnClient = OWN_CLIENT_NAMES.has(String(request.headers['x-requested-with']));
  if (!(isOwnClient || request.routeOptions.config.acceptsForms) || !isFromOwnPage(request, publicUrl)) {
    throw crossSiteRequest();
  }
};
