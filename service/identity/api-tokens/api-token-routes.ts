import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ApiTokenList, CreatedApiToken, NewApiToken } from '#contract/api-token.ts';
import { IdParameter } from '#contract/inspection.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { requirePerson } from '#service/identity/users/user-row.ts';
import { expiryGivenTwice, expiryPassed } from './api-token-problems.ts';
import { listApiTokens } from './api-token-queries.ts';
import { createApiToken } from './create-api-token.ts';
import { deleteApiToken } from './delete-api-token.ts';

const TAGS = ['API tokens'];
const DAY_MS = 86_400_000;

export type ApiTokenServices = { db: Database; actors: Actors; now: () => number };

/** /api/v1/users/{id}/tokens: the API tokens with which applications obtain access tokens (contract, Client credentials flow). */
export const apiTokenRoutes =
  ({ db, actors, now }: ApiTokenServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: IdParameter }>(
      '/users/:id/tokens',
      {
        config: { access: 'Tokens.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listApiTokens',
          summary: 'List the API tokens of a service user',
          description: 'Includes tokens that expired in the last 90 days. Never returns secrets.',
          params: IdParameter,
          response: { 200: ApiTokenList },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Tokens.Manage');
        const userId = userIdOf(request.params);
        await requirePerson(db, tenantId, userId);
        return sendJson(reply, JSON.stringify({ tokens: await listApiTokens(db, tenantId, userId) }));
      },
    );

    app.post<{ Params: IdParameter; Body: NewApiToken }>(
      '/users/:id/tokens',
      {
        config: { access: 'Tokens.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createApiToken',
          summary: 'Create an API token',
          description:
            'Creates a token for a service user. Returns 409 for a person, and when the user already has two active tokens (the message names them). The secret is returned only in this response. An Idempotency-Key is ignored, because replaying the response would mean storing the secret: if the response is lost, delete the token. Returns 403 if the user has tenant-wide permissions that the caller lacks.',
          params: IdParameter,
          body: NewApiToken,
          response: { 201: CreatedApiToken },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const token = { label: request.body.label ?? '', expiresAt: expiryOf(request.body, now()) };
        const made = await inTransaction(db, (trx) =>
          createApiToken(trx, author, userIdOf(request.params), token),
        );
        actors.clear();
        return sendJson(reply.code(201), JSON.stringify(made));
      },
    );

    app.delete<{ Params: { id: string; clientId: string } }>(
      '/users/:id/tokens/:clientId',
      {
        config: { access: 'Tokens.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteApiToken',
          summary: 'Delete an API token',
          description: 'Also ends every access token obtained with it.',
          params: Type.Object({ id: Type.String(), clientId: Type.String() }),
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const userId = userIdOf(request.params);
        const { clientId } = request.params;
        await inTransaction(db, (trx) => deleteApiToken(trx, authorOf(request), { userId, clientId }));
        actors.clear();
        return reply.code(204).send();
      },
    );
  };

const expiryOf = ({ expiresAt, expiresInDays }: NewApiToken, now: number): Date | null => {
  if (expiresInDays !== undefined) {
    if (expiresAt !== undefined) throw expiryGivenTwice();
    return new Date(now + expiresInDays * DAY_MS);
  }
  if (expiresAt === undefined || expiresAt === null) return null;
  const moment = parseInstantParameter('expiresAt', expiresAt)!;
  if (moment.getTime() <= now) throw expiryPassed(expiresAt);
  return moment;
};
