import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { User, UserPage, UserPatch, UserQuery } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { parseNumericId } from '#service/http/ids.ts';
import { scopeOf } from './actor.ts';
import type { Actors } from './actors.ts';
import { actorOf } from './authenticate.ts';
import { deleteApiToken } from './delete-api-token.ts';
import { editUser } from './edit-user.ts';
import { userNotFound } from './identity-problems.ts';
import { refuseUnfitPassword } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import { findUser, listUsers } from './user-queries.ts';

const TAGS = ['Users'];
const DEFAULT_PAGE = 100;

export type UserServices = { db: Database; actors: Actors; passwords: Passwords };

/** /api/v1/users/*: what an administrator needs to end somebody's access, and to find whose. */
export const userRoutes =
  ({ db, actors, passwords }: UserServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: UserQuery }>(
      '/users',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listUsers',
          summary: 'List users',
          querystring: UserQuery,
          response: { 200: UserPage },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Users.Manage');
        const { after = '0', limit = String(DEFAULT_PAGE) } = request.query;
        const size = Number(limit);
        const users = await listUsers(db, tenantId, { after: Number(after), limit: size });
        const next = users.length === size ? users.at(-1)!.id : null;
        return sendJson(reply, JSON.stringify({ users, next }));
      },
    );

    app.patch<{ Params: IdParameter; Body: UserPatch }>(
      '/users/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editUser',
          summary: 'Enable, disable or give a new password',
          description: 'Disabling and a new password end every token of the user, for good.',
          params: IdParameter,
          body: UserPatch,
          response: { 200: User },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const userId = userIdOf(request.params);
        const { isActive, password } = request.body;
        if (password !== undefined) {
          const user = await findUser(db, actor.tenantId, userId);
          if (!user) throw userNotFound(userId);
          await refuseUnfitPassword(password, user);
        }
        const passwordHash = password === undefined ? undefined : await passwords.hash(password);
        await inTransaction(db, (trx) =>
          editUser(trx, actor, userId, { ...(isActive !== undefined && { isActive }), passwordHash }),
        );
        actors.forget();
        return sendJson(reply, JSON.stringify(await findUser(db, actor.tenantId, userId)));
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
          description: 'Ends every access token that was obtained with it.',
          params: Type.Object({ id: Type.String(), clientId: Type.String() }),
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const userId = userIdOf(request.params);
        const { clientId } = request.params;
        await inTransaction(db, (trx) => deleteApiToken(trx, actorOf(request), { userId, clientId }));
        actors.forget();
        return reply.code(204).send();
      },
    );
  };

const userIdOf = ({ id }: { id: string }): number => {
  const userId = parseNumericId(id);
  if (userId === undefined) throw userNotFound(id.slice(0, 40));
  return userId;
};
