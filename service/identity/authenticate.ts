import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS, runAs, switchCaller } from '#service/admission/caller.ts';
import { type Actor, isAllowed } from './actor.ts';
import type { Actors } from './actors.ts';
import { isFromDevice, readDeviceCookie } from './devices/device-cookie.ts';
import { notAllowedForDevices } from './devices/device-problems.ts';
import { missingPermission, notSignedIn } from './identity-problems.ts';
import type { Permission } from './permissions.ts';
import type { KeepAlive } from './sessions/keep-alive.ts';
import { rejectCrossSiteRequest } from './sessions/reject-cross-site.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import { toClientNetwork } from './tokens/network.ts';

/** Who may call a route. Any one of several permissions suffices. Every route must declare its access (S33). */
export type Access = 'anonymous' | 'signed-in' | Permission | readonly Permission[];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Whether the route accepts forms posted by this service's own pages. */
    acceptsForms?: boolean;
    /** Whether pages call the route in the background, which does not count as user activity (S26). */
    isBackground?: boolean;
    /** Whether the app on a device may call the route; by default, only if the route requires a permission. */
    allowsDevices?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const BEARER_PATTERN = /^Bearer +([^\s,]+)$/i;

/** Checks the access token or cookie, and the route's required permission, before the body is read. */
export const authenticate = (
  app: FastifyInstance,
  { actors, keepAlive, publicUrl }: { actors: Actors; keepAlive: KeepAlive; publicUrl: string | undefined },
) => {
  app.decorateRequest('actor', null);
  // Until the token has been checked, the request counts against its network address.
  app.addHook('onRequest', (request, _reply, done) =>
    runAs({ tenant: ANONYMOUS, user: toClientNetwork(request.ip) }, done),
  );
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'anonymous' || access === undefined) return;
    const actor = await authorizeRequest(request, access, actors.find);
    if (actor.sessionId === null && actor.deviceId === null) return;
    rejectCrossSiteRequest(request, publicUrl);
    if (actor.deviceId !== null || !isBackgroundRequest(request)) await keepAlive(actor);
  });
};

/** Throws 401 if the credential is invalid, and 403 if the permission is missing. Sets `request.actor` even then. */
export const authorizeRequest = async (
  request: FastifyRequest,
  access: Exclude<Access, 'anonymous'>,
  find: Actors['find'],
): Promise<Actor> => {
  const credential = readCredential(request);
  const actor = credential === undefined ? undefined : await find(credential);
  if (!actor) throw notSignedIn();
  request.actor = actor;
  switchCaller({ tenant: actor.tenantId, user: actor.userId });
  const { allowsDevices = access !== 'signed-in' } = request.routeOptions.config;
  if (actor.deviceId !== null && !allowsDevices) throw notAllowedForDevices();
  if (access === 'signed-in') return actor;
  const permissions = [access].flat();
  if (!permissions.some((permission) => isAllowed(actor, permission)))
    throw missingPermission(...permissions);
  return actor;
};

/**
 * A token in the header wins: browsers send cookies with every request. Session tokens are rejected in the header,
 * where they would bypass the protection against cross-site requests.
 */
export const readCredential = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers;
  if (authorization !== undefined) return keepIfPrefixed(BEARER_PATTERN.exec(authorization)?.[1], 'ronda_');
  return isFromDevice(request)
    ? keepIfPrefixed(readDeviceCookie(request), 'ronda-device_')
    : keepIfPrefixed(readSessionCookie(request), 'ronda-session_');
};

export const isSignedIn = async (request: FastifyRequest, actors: Actors): Promise<boolean> => {
  const credential = readCredential(request);
  return credential !== undefined && (await actors.find(credential)) !== undefined;
};

const keepIfPrefixed = (credential: string | undefined, prefix: string) =>
  credential?.startsWith(prefix) ? credential : undefined;

const isBackgroundRequest = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.isBackground || headers['x-requested-with'] === 'ronda-background';

export const requireActor = (request: FastifyRequest): Actor => {
  if (request.actor === null)
    throw new Error(`${request.routeOptions.url} reads the actor but allows anonymous access.`);
  return request.actor;
};
