import type { FastifyRequest } from 'fastify';
import { comesFromOwnPage } from '#service/http/same-site.ts';
import { forged } from '#service/identity/identity-problems.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The portal's and the app's. The header also decides which cookie counts, so neither comes with the other's. */
const OWN_SCRIPTS = new Set(['ronda', 'ronda-background', 'ronda-device']);

/**
 * A browser sends the cookie of a session or device with whatever any page makes it send. What changes something must
 * therefore say by a header that only our own pages' scripts can set, and by what the browser adds, that it comes from here
 * (S29). A form without script cannot set a header; the page that has one checks the rest itself.
 */
export const refuseForgery = (request: FastifyRequest, publicUrl: string | undefined): void => {
  if (READING.has(request.method)) return;
  const isOwnScript = OWN_SCRIPTS.has(String(request.headers['x-requested-with']));
  if (!(isOwnScript || request.routeOptions.config.takesForms) || !comesFromOwnPage(request, publicUrl)) {
    throw forged();
  }
};
