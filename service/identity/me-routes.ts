import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Me, OwnPasswordChange } from '#contract/user.ts';
import { LANGUAGES } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import type { Actors } from './actors.ts';
import { authorOf } from './audit/record-audit.ts';
import { actorOf, credentialOf } from './authenticate.ts';
import type { Passwords } from './passwords.ts';
import { hashSecret } from './tokens/access-token.ts';
import type { SignInThrottle } from './tokens/sign-in-throttle.ts';
import { changeOwnPassword } from './users/change-own-password.ts';

export type MeServices = { db: Database; actors: Actors; passwords: Passwords; throttle: SignInThrottle };

/** /api/v1/me */
export const meRoutes = (services: MeServices) => async (app: FastifyInstance) => {
  app.get(
    '/me',
    {
      config: { access: 'signed-in', opensToDevices: true },
      schema: {
        tags: ['Users'],
        operationId: 'readMe',
        summary: 'Read the signed-in user and their permissions',
        response: { 200: Me },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      return sendJson(
        reply,
        JSON.stringify({
          id: actor.userId,
          userName: actor.userName,
          name: actor.name,
          surname: actor.surname,
          emailAddress: actor.emailAddress,
          tenancyName: actor.tenancyName,
          roles: actor.roles,
          permissions: { tenant: [...actor.tenantWide], teams: [...actor.withinTeams] },
          teamIds: actor.teamIds,
          deviceId: actor.deviceId,
          languages: LANGUAGES,
        }),
      );
    },
  );

  app.post<{ Body: OwnPasswordChange }>(
    '/me/password',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Users'],
        operationId: 'changeOwnPassword',
        summary: 'Change your password',
        description:
          'Ends all other sessions and access tokens of the caller, and all devices. Wrong passwords are throttled as at sign-in (429 with Retry-After).',
        body: OwnPasswordChange,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeOwnPassword(services, authorOf(request), request.body, shownSecretOf(request));
      services.actors.clear();
      return reply.code(204).send();
    },
  );
};

/** The hash of the caller's current credential, which stays valid after the change. */
const shownSecretOf = (request: FastifyRequest): Buffer | undefined => {
  const credential = credentialOf(request);
  return credential === undefined ? undefined : hashSecret(credential);
};
