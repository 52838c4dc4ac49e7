import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS, runAs, switchCaller } from '#service/admission/caller.ts';
import { type Actor, isAllowed } from './actor.ts';
import type { Actors } from './actors.ts';
import { isFromDevice, readDeviceCookie } from './devices/device-cookie.ts';
import { closedToDevices } from './devices/device-problems.ts';
import { notSignedIn, permissionMissing } from './identity-problems.ts';
import type { Permission } from './permissions.ts';
import type { KeepAlive } from './sessions/keep-alive.ts';
import { rejectCrossSiteRequest } from './sessions/reject-cross-site.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import { networkOf } from './tokens/network-of.ts';

/**
 * The access that a route requires; of several permissions, any one is enough. Every route declares it: the server does not
 * start with a route that does not (S33).
 */
export type Access = 'anonymous' | 'signed-in' | Permission | readonly Permission[];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** A page of this service posts its form here, without a script. */
    acceptsForms?: boolean;
    /** Pages call this in the background, so it does not count as activity of the user (S26). */
    isBackground?: boolean;
    /**
     * Whether the app on a device may call this. Defaults to true for routes that need a permission which devices can have, and
     * to false for routes that need only an account.
     */
    allowsDevices?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const BEARER = /^Bearer +([^\s,]+)$/i;

/**
 * Checks the access token, or the cookie of a session or device, and the permission of the route before anything else of
 * the request is read.
 */
export const authenticate = (
  app: FastifyInstance,
  { actors, keepAlive, publicUrl }: { actors: Actors; keepAlive: KeepAlive; publicUrl: string | undefined },
) => {
  app.decorateRequest('actor', null);
  // Until the token is checked, the request counts towards the limits of its network address, which clients cannot choose freely.
  app.addHook('onRequest', (request, _reply, done) =>
    runAs({ tenant: ANONYMOUS, user: networkOf(request.ip) }, done),
  );
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'anonymous' || access === undefined) return;
    const actor = await authorizeRequest(request, access, actors.find);
    if (actor.sessionId === null && actor.deviceId === null) return;
    rejectCrossSiteRequest(request, publicUrl);
    if (actor.deviceId !== null || !isBackground(request)) await keepAlive(actor);
  });
};

/** Returns the actor of a request; throws 401 or 403. `request.actor` is set even when the permission is missing. */
export const authorizeRequest = async (
  request: FastifyRequest,
  access: Exclude<Access, 'anonymous'>,
  find: Actors['find'],
): Promise<Actor> => {
  const credential = credentialOf(request);
  const actor = credential === undefined ? undefined : await find(credential);
  if (!actor) throw notSignedIn();
  request.actor = actor;
  switchCaller({ tenant: actor.tenantId, user: actor.userId });
  const { allowsDevices = access !== 'signed-in' } = request.routeOptions.config;
  if (actor.deviceId !== null && !allowsDevices) throw closedToDevices();
  if (access === 'signed-in') return actor;
  const permissions = [access].flat();
  if (!permissions.some((permission) => isAllowed(actor, permission)))
    throw permissionMissing(...permissions);
  return actor;
};

/**
 * Browsers send cookies with every request, so a token in the header takes precedence over them. A device cookie counts only
 * for requests of the app on the device, a session cookie for all other requests. Neither is accepted in the place of the other: a
 * session token in the header would bypass the protection against cross-site requests.
 */
export const credentialOf = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers;
  if (authorization !== undefined) return kindOf(BEARER.exec(authorization)?.[1], 'ronda_');
  return isFromDevice(request)
    ? kindOf(readDeviceCookie(request), 'ronda-device_')
    : kindOf(readSessionCookie(request), 'ronda-session_');
};

/** Whether a request has valid credentials, for pages that anyone may open. */
export const isSignedIn = async (request: FastifyRequest, actors: Actors): Promise<boolean> => {
  const credential = credentialOf(request);
  return credential !== undefined && (await actors.find(credential)) !== undefined;
};

const kindOf = (credential: string | undefined, beginning: string) =>
  credential?.startsWith(beginning) ? credential : undefined;

/** Requests that a page sends by itself do not count as activity of the user. */
const isBackground = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.isBackground || headers['x-requested-with'] === 'ronda-background';

/** Returns the caller of a route that requires a signed-in caller. */
export const actorOf = (request: FastifyRequest): Actor => {
  if (request.actor === null)
    throw new Error(`${request.routeOptions.url} reads the actor but allows anonymous access.`);
  return request.actor;
};
