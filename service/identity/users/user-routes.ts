import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { NewUser, UserPage, UserPatch, UserQuery, WholeUser } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, optionalPreconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';
import { refuseUnfitPassword } from '#service/identity/password-policy.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { createUser } from './create-user.ts';
import { editUser } from './edit-user.ts';
import { signOutUser } from './sign-out-user.ts';
import { unlockUser } from './unlock-user.ts';
import { userIdOf } from './user-id-of.ts';
import { findUser, listUsers } from './user-queries.ts';

const TAGS = ['Users'];
const DEFAULT_PAGE = 100;

export type UserServices = { db: Database; actors: Actors; passwords: Passwords };

/** /api/v1/users/*: who may sign in, and what they may do. */
export const userRoutes =
  ({ db, actors, passwords }: UserServices) =>
  async (app: FastifyInstance) => {
    const sendUser = async (reply: FastifyReply, actor: Actor, userId: number) => {
      const user = await findUser(db, actor, userId);
      if (!user) throw userNotFound(userId);
      return sendState(reply, user);
    };

    app.get<{ Querystring: UserQuery }>(
      '/users',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listUsers',
          summary: 'List users',
          description: 'Searches user name, name, surname and e-mail address.',
          querystring: UserQuery,
          response: { 200: UserPage },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Users.Manage');
        const { after = '0', limit = String(DEFAULT_PAGE), ...filter } = request.query;
        const size = Number(limit);
        const found = await listUsers(db, tenantId, filter, { after: Number(after), limit: size });
        const users = found.slice(0, size);
        const next = found.length > size ? users.at(-1)!.id : null;
        return sendJson(reply, JSON.stringify({ users, next }));
      },
    );

    app.post<{ Body: NewUser }>(
      '/users',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createUser',
          summary: 'Create a user',
          description:
            'A person or a service user. Without a password a person is invited (`POST /users/{id}/password-links`) or signs in by an identity provider. With one, an Idempotency-Key is not kept: the password would be kept with it. 403 when a role has permissions over the whole tenant that the caller lacks.',
          headers: IdempotencyHeaders,
          body: NewUser,
          response: { 201: WholeUser },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const { password } = request.body;
        if (password !== undefined) await refuseUnfitPassword(password, request.body);
        const passwordHash = password === undefined ? undefined : await passwords.hash(password);
        const key = repeatable(request, author);
        const once = password === undefined ? key : { ...key, key: undefined };
        const answer = await answerOnce(db, once, async (trx) => {
          const userId = await createUser(trx, author, request.body, passwordHash);
          return JSON.stringify(await findUser(trx, author, userId));
        });
        actors.forget();
        return sendCreated(reply, '/api/v1/users', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/users/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'readUser',
          summary: 'Read a user with its teams and its ways to sign in',
          params: IdParameter,
          response: { 200: WholeUser },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        scopeOf(actor, 'Users.Manage');
        return sendUser(reply, actor, userIdOf(request.params));
      },
    );

    app.patch<{ Params: IdParameter; Body: UserPatch }>(
      '/users/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editUser',
          summary: 'Edit a user',
          description:
            'Enable, disable, give roles or a password. Disabling and another password end every token, session and device of the user, for good. `If-Match` is honoured and need not be sent. 403 when it is about permissions over the whole tenant that the caller lacks, 409 when nobody could administer sign-in by a password afterwards, and for the password of the caller (`POST /me/password`).',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: UserPatch,
          response: { 200: WholeUser },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const userId = userIdOf(request.params);
        const { password, ...patch } = request.body;
        if (typeof password === 'string') {
          const user = await findUser(db, author, userId);
          if (!user) throw userNotFound(userId);
          await refuseUnfitPassword(password, { ...user, ...patch });
        }
        const passwordHash = typeof password === 'string' ? await passwords.hash(password) : password;
        const change = { userId, patch, passwordHash, isExpected: optionalPreconditionOf(request) };
        await inTransaction(db, (trx) => editUser(trx, author, change));
        actors.forget();
        return sendUser(reply, author, userId);
      },
    );

    app.post<{ Params: IdParameter }>(
      '/users/:id/unlock',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'unlockUser',
          summary: 'Lift the waits after wrong passwords',
          params: IdParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const userId = userIdOf(request.params);
        await inTransaction(db, (trx) => unlockUser(trx, authorOf(request), userId));
        return reply.code(204).send();
      },
    );

    app.post<{ Params: IdParameter }>(
      '/users/:id/sign-out',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'signOutUser',
          summary: 'End all sessions, devices and access tokens of a user',
          description: 'It may sign in again: to keep it out, disable it.',
          params: IdParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const userId = userIdOf(request.params);
        await inTransaction(db, (trx) => signOutUser(trx, authorOf(request), userId));
        actors.forget();
        return reply.code(204).send();
      },
    );
  };
