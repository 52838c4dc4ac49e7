import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, isAllowed } from './actor.ts';
import type { Actors } from './actors.ts';
import { notSignedIn, permissionMissing } from './identity-problems.ts';
import type { Permission } from './permissions.ts';

/** Who may enter a route. Every route says so; one that does not keeps the server from starting (S33). */
export type Access = 'anonymous' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const BEARER = /^Bearer +([^\s,]+)$/i;

/** The access token that a request shows. */
export const bearerTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

/** Checks the bearer token and the route's permission before anything of the request is read. */
export const authenticate = (app: FastifyInstance, actors: Actors) => {
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'anonymous' || access === undefined) return;
    await admit(request, access, actors.find);
  });
};

/** Who sends a request, if it may enter; known also of one who may not. Throws what the caller is to be told otherwise. */
export const admit = async (
  request: FastifyRequest,
  access: 'signed-in' | Permission,
  find: Actors['find'],
): Promise<Actor> => {
  const token = bearerTokenOf(request);
  const actor = token === undefined ? undefined : await find(token);
  if (!actor) throw notSignedIn();
  request.actor = actor;
  if (access !== 'signed-in' && !isAllowed(actor, access)) throw permissionMissing(access);
  return actor;
};

/** The caller of a route that only signed-in callers enter. */
export const actorOf = (request: FastifyRequest): Actor => {
  if (request.actor === null)
    throw new Error(`${request.routeOptions.url} asks for a caller and lets anybody in.`);
  return request.actor;
};
