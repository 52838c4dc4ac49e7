import type { FastifyInstance } from 'fastify';
import { UserInfo } from '#contract/identity.ts';
import { sendJson } from '#service/http/envelope.ts';
import { requireActor } from './authenticate.ts';

/** GET /api/account/userinfo (contract, Authentication endpoints; decision A5). */
export const accountRoutes = async (app: FastifyInstance) => {
  app.get(
    '/userinfo',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Authentication'],
        operationId: 'readUserInfo',
        summary: 'Read the signed-in user',
        response: { 200: UserInfo },
      },
    },
    async (request, reply) => {
      const actor = requireActor(request);
      const userInfo: UserInfo = {
        email: actor.emailAddress,
        hasRegistered: true,
        loginProvider: actor.loginProvider,
        userName: actor.userName,
        name: actor.name,
        surname: actor.surname,
        roles: [...actor.roles],
        tenancyName: actor.tenancyName,
      };
      return sendJson(reply, JSON.stringify(userInfo));
    },
  );
};
