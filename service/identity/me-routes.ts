import type { FastifyInstance } from 'fastify';
import { Me } from '#contract/user.ts';
import { sendJson } from '#service/http/envelope.ts';
import { actorOf } from './authenticate.ts';

/** GET /api/v1/me */
export const meRoutes = async (app: FastifyInstance) => {
  app.get(
    '/me',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Users'],
        operationId: 'readMe',
        summary: 'Who am I, and what may I do',
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
          languages: ['en', 'nl'],
        }),
      );
    },
  );
};
