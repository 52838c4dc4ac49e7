import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ApiRequestList, requestLogLimits } from '#contract/api-request.ts';
import { ApiTokenList, CreatedApiToken, NewApiToken } from '#contract/api-token.ts';
import { IdParameter } from '#contract/inspection.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { requireUser } from '#service/identity/users/user-row.ts';
import { clientNotFound, conflictingExpiry, expiryInPast } from './api-token-problems.ts';
import { listApiTokens } from './api-token-queries.ts';
import { createApiToken, deleteApiToken } from './manage-api-token.ts';
import { listClientRequests } from './request-log.ts';

const DAY_MS = 86_400_000;

/** API tokens, which applications exchange for access tokens (contract, Client credentials flow). */
export const apiTokenRoutes =
  ({ db, actors, requestLog, now }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'API tokens');

    handle('GET', '/users/:id/tokens', {
      access: 'Tokens.Manage',
      operationId: 'listApiTokens',
      summary: 'List the API tokens of a service user',
      description: 'Includes tokens that expired in the last 90 days. Never returns secrets.',
      params: IdParameter,
      returns: ApiTokenList,
      run: async ({ scope, params }) => {
        const userId = parseUserId(params);
        await requireUser(db, scope.tenantId, userId);
        return { tokens: await listApiTokens(db, scope.tenantId, userId) };
      },
    });

    write('POST', '/users/:id/tokens', {
      access: 'Tokens.Manage',
      operationId: 'createApiToken',
      summary: 'Create an API token',
      description:
        'Creates a token for a service user. Returns 409 for a person, or if the user already has two active tokens (the message names them). The secret is returned only in this response. Any Idempotency-Key is ignored, because the stored response would contain the secret. If the response is lost, delete the token. Returns 403 if the user has tenant-wide permissions that the caller lacks.',
      params: IdParameter,
      body: NewApiToken,
      creates: true,
      returns: CreatedApiToken,
      run: (trx, { auditedActor, params, body }) => {
        const token = { label: body.label ?? '', expiresAt: parseExpiry(body, now()) };
        return createApiToken(trx, auditedActor, parseUserId(params), token);
      },
      afterCommit: () => actors.clear(),
    });

    write('DELETE', '/users/:id/tokens/:clientId', {
      access: 'Tokens.Manage',
      operationId: 'deleteApiToken',
      summary: 'Delete an API token',
      description: 'Also revokes every access token obtained with it.',
      params: Type.Object({ id: Type.String(), clientId: Type.String() }),
      run: (trx, { auditedActor, params }) =>
        deleteApiToken(trx, auditedActor, { userId: parseUserId(params), clientId: params.clientId }),
      afterCommit: () => actors.clear(),
    });

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

const parseExpiry = ({ expiresAt, expiresInDays }: NewApiToken, now: number): Date | null => {
  if (expiresInDays !== undefined) {
    if (expiresAt !== undefined) throw conflictingExpiry();
    return new Date(now + expiresInDays * DAY_MS);
  }
  if (expiresAt === undefined || expiresAt === null) return null;
  const date = parseInstantParameter('expiresAt', expiresAt)!;
  if (date.getTime() <= now) throw expiryInPast(expiresAt);
  return date;
};
