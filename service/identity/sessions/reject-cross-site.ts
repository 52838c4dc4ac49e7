import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from '#service/http/same-site.ts';
import { crossSiteRequest } from '#service/identity/identity-problems.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The portal and the app on a device. The header also selects the cookie that counts, so neither is accepted with the other's. */
const OWN_SCRIPTS = new Set(['ronda', 'ronda-background', 'ronda-device']);

/**
 * Rejects cross-site requests (S29). Browsers attach the cookie of a session or device to requests from any site, so a request that
 * changes data must have a header that only scripts of our own pages can set, and the browser's own headers must confirm its
 * origin. A form without a script cannot set headers: the route of such a form checks the rest itself.
 */
export const rejectCrossSiteRequest = (request: FastifyRequest, publicUrl: string | undefined): void => {
  if (SAFE_METHODS.has(request.method)) return;
  const isOwnScript = OWN_SCRIPTS.has(String(request.headers['x-requested-with']));
  if (!(isOwnScript || request.routeOptions.config.acceptsForms) || !isFromOwnPage(request, publicUrl)) {
    throw crossSiteRequest();
  }
};
