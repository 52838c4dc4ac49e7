import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS, continueAs, runAs } from '#service/admission/caller.ts';
import { type Actor, isAllowed } from './actor.ts';
import type { Actors } from './actors.ts';
import { comesFromDevice, readDeviceCookie } from './devices/device-cookie.ts';
import { closedToDevices } from './devices/device-problems.ts';
import { notSignedIn, permissionMissing } from './identity-problems.ts';
import type { Permission } from './permissions.ts';
import type { KeepAlive } from './sessions/keep-alive.ts';
import { refuseForgery } from './sessions/refuse-forgery.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import { networkOf } from './tokens/network-of.ts';

/**
 * Who may enter a route; of several permissions any one opens it. Every route says so; one that does not keeps the server
 * from starting (S33).
 */
export type Access = 'anonymous' | 'signed-in' | Permission | readonly Permission[];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** A page of ours posts its form here, without a script. */
    takesForms?: boolean;
    /** A page asks this by itself, so it does not show that anybody sits before it (S26). */
    isBackground?: boolean;
    /**
     * Whether this may be done by a device too. Of what an account is enough for it may do what says so; of what needs a
     * permission that it may have, all but what says false.
     */
    opensToDevices?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const BEARER = /^Bearer +([^\s,]+)$/i;

/**
 * Checks the bearer token, or the cookie of a session or device, and the route's permission before anything of the request
 * is read.
 */
export const authenticate = (
  app: FastifyInstance,
  { actors, keepAlive, publicUrl }: { actors: Actors; keepAlive: KeepAlive; publicUrl: string | undefined },
) => {
  app.decorateRequest('actor', null);
  // Until the token has been checked a request counts for its address, which a caller cannot choose at will.
  app.addHook('onRequest', (request, _reply, done) =>
    runAs({ tenant: ANONYMOUS, user: networkOf(request.ip) }, done),
  );
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'anonymous' || access === undefined) return;
    const actor = await admit(request, access, actors.find);
    if (actor.sessionId === null && actor.deviceId === null) return;
    refuseForgery(request, publicUrl);
    if (actor.deviceId !== null || !isBackground(request)) await keepAlive(actor);
  });
};

/** Who sends a request, if it may enter; known also of one who may not. Throws what the caller is to be told otherwise. */
export const admit = async (
  request: FastifyRequest,
  access: Exclude<Access, 'anonymous'>,
  find: Actors['find'],
): Promise<Actor> => {
  const credential = credentialOf(request);
  const actor = credential === undefined ? undefined : await find(credential);
  if (!actor) throw notSignedIn();
  request.actor = actor;
  continueAs({ tenant: actor.tenantId, user: actor.userId });
  const { opensToDevices = access !== 'signed-in' } = request.routeOptions.config;
  if (actor.deviceId !== null && !opensToDevices) throw closedToDevices();
  if (access === 'signed-in') return actor;
  const permissions = [access].flat();
  if (!permissions.some((permission) => isAllowed(actor, permission)))
    throw permissionMissing(...permissions);
  return actor;
};

/**
 * A request that names a token means it: cookies come with every request of a browser and count only for one that names
 * none; a device's for what its app sends, and a session's for everything else. Neither is taken for the other: a session in
 * the header would need no protection against forgery.
 */
export const credentialOf = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers;
  if (authorization !== undefined) return kindOf(BEARER.exec(authorization)?.[1], 'ronda_');
  return comesFromDevice(request)
    ? kindOf(readDeviceCookie(request), 'ronda-device_')
    : kindOf(readSessionCookie(request), 'ronda-session_');
};

const kindOf = (credential: string | undefined, beginning: string) =>
  credential?.startsWith(beginning) ? credential : undefined;

/** What a page asks by itself does not show that anybody sits before it. */
const isBackground = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.isBackground || headers['x-requested-with'] === 'ronda-background';

/** The caller of a route that only signed-in callers enter. */
export const actorOf = (request: FastifyRequest): Actor => {
  if (request.actor === null)
    throw new Error(`${request.routeOptions.url} asks for a caller and lets anybody in.`);
  return request.actor;
};
