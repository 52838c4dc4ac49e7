import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ApiRequestList, requestLogLimits } from '#contract/api-request.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { clientNotFound } from './api-token-problems.ts';
import { findRequestsOfClient, type RequestLog } from './request-log.ts';

/** GET /api/v1/api-clients/{clientId}/requests */
export const requestLogRoutes =
  ({ db, requestLog }: { db: Database; requestLog: RequestLog }) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: { clientId: string } }>(
      '/api-clients/:clientId/requests',
      {
        config: { access: 'Tokens.Manage' },
        schema: {
          tags: ['API tokens'],
          operationId: 'listRequestsOfClient',
          summary: 'List recent requests of an application',
          description: `The newest ${requestLogLimits.perClient} requests with an API token in the last ${requestLogLimits.hours} hours, newest first. Requests handled by other processes of the server may appear a second later.`,
          params: Type.Object({ clientId: Type.String() }),
          response: { 200: ApiRequestList },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Tokens.Manage');
        const { clientId } = request.params;
        await requestLog.write();
        const requests = await findRequestsOfClient(db, tenantId, clientId);
        if (!requests) throw clientNotFound(clientId);
        return sendJson(reply, JSON.stringify({ requests }));
      },
    );
  };
