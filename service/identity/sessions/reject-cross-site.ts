import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from '#service/http/same-site.ts';
import { crossSiteRequest } from '#service/identity/identity-problems.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * The values of X-Requested-With that the portal and the app on a device send. The header also determines
 * which cookie the request uses.
 */
const OWN_CLIENT_NAMES = new Set(['ronda', 'ronda-background', 'ronda-device']);

/**
 * Rejects cross-site requests (S29). Browsers attach cookies to requests from any site. A request that
 * changes data therefore needs a header that only scripts on our own pages can set, and the headers set by
 * the browser must show that it comes from one of these pages. Forms without scripts cannot set headers, so
 * their routes check only the headers set by the browser.
 */
export const rejectCrossSiteRequest = (request: FastifyRequest, publicUrl: string | undefined): void => {
  if (SAFE_METHODS.has(request.method)) return;
  const isOwnClient = OWN_CLIENT_NAMES.has(String(request.headers['x-requested-with']));
  if (!(isOwnClient || request.routeOptions.config.acceptsForms) || !isFromOwnPage(request, publicUrl)) {
    throw crossSiteRequest();
  }
};
