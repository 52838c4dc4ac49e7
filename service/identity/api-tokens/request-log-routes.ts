import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ApiRequestList, requestLogLimits } from '#contract/api-request.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { clientNotFound } from './api-token-problems.ts';
import { listClientRequests } from './request-log.ts';

export const requestLogRoutes =
  ({ db, requestLog }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'API tokens');

    handle('GET', '/api-clients/:clientId/requests', {
      access: 'Tokens.Manage',
      operationId: 'listRequestsOfClient',
      summary: "List an application's recent requests",
      description: `The newest ${requestLogLimits.perClient} requests made with an API token in the last ${requestLogLimits.hours} hours, newest first. Requests handled by other server processes may appear up to a second later.`,
      params: Type.Object({ clientId: Type.String() }),
      returns: ApiRequestList,
      run: async ({ scope, params: { clientId } }) => {
        await requestLog.write();
        const requests = await listClientRequests(db, scope.tenantId, clientId);
        if (!requests) throw clientNotFound(clientId);
        return { requests };
      },
    });
  };
