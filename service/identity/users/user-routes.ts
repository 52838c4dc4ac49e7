import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { NewUser, UserDetails, UserPage, UserPatch, UserQuery } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, optionalPreconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
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

/** /api/v1/users/*: the users and their permissions. */
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
            'Creates a person or a service user. A person without a password is invited (`POST /users/{id}/password-links`) or signs in with an identity provider. If the request contains a password, an Idempotency-Key is ignored, because replaying the response would mean storing the password. Returns 403 if a role has tenant-wide permissions that the caller lacks.',
          headers: IdempotencyHeaders,
          body: NewUser,
          response: { 201: UserDetails },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const { password } = request.body;
        if (password !== undefined) await rejectUnsuitablePassword(password, request.body);
        const passwordHash = password === undefined ? undefined : await passwords.hash(password);
        const key = repeatable(request, author);
        const once = password === undefined ? key : { ...key, key: undefined };
        const answer = await runOnce(db, once, async (trx) => {
          const userId = await createUser(trx, author, request.body, passwordHash);
          return JSON.stringify(await findUser(trx, author, userId));
        });
        actors.clear();
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
          summary: 'Read a user with their teams and ways to sign in',
          params: IdParameter,
          response: { 200: UserDetails },
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
            'Enables or disables the user, or sets roles or a password. Disabling the user, or changing the password, permanently ends every token, session and device of the user. `If-Match` is optional. Returns 403 for tenant-wide permissions that the caller lacks, 409 if no one could administer sign-in with a password afterwards, and 409 for the password of the caller (use `POST /me/password`).',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: UserPatch,
          response: { 200: UserDetails },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const userId = userIdOf(request.params);
        const { password, ...patch } = request.body;
        if (typeof password === 'string') {
          const user = await findUser(db, author, userId);
          if (!user) throw userNotFound(userId);
          await rejectUnsuitablePassword(password, { ...user, ...patch });
        }
        const passwordHash = typeof password === 'string' ? await passwords.hash(password) : password;
        const change = { userId, patch, passwordHash, isExpected: optionalPreconditionOf(request) };
        await inTransaction(db, (trx) => editUser(trx, author, change));
        actors.clear();
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
          summary: 'Clear the delay after wrong passwords',
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
          description: 'The user can sign in again. To prevent that, disable the user.',
          params: IdParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const userId = userIdOf(request.params);
        await inTransaction(db, (trx) => signOutUser(trx, authorOf(request), userId));
        actors.clear();
        return reply.code(204).send();
      },
    );
  };
