import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { NewUser, UserDetails, UserPage, UserPatch, UserQuery } from '#contract/user.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { createRepeatableRequest } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import type { Actor } from '#service/identity/actor.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';
import { operations } from '#service/identity/operations.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { createUser, editUser, signOutUser, unlockUser } from './manage-user.ts';
import { parseUserId } from './parse-user-id.ts';
import { findUser, listUsers } from './user-queries.ts';

export const userRoutes =
  ({ db, actors, passwords }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Users');
    const readUser = async (actor: Actor, userId: number) => {
      const user = await findUser(db, actor, userId);
      if (!user) throw userNotFound(userId);
      return user;
    };

    handle('GET', '/users', {
      access: 'Users.Manage',
      operationId: 'listUsers',
      summary: 'List users',
      description: '`text` is matched against the user name, the name, the surname and the email address.',
      query: UserQuery,
      returns: UserPage,
      run: async ({ scope, query }) => {
        const { after = '0', limit = '100', ...filter } = query;
        const size = Number(limit);
        const rows = await listUsers(db, scope.tenantId, filter, { after: Number(after), limit: size });
        const users = rows.slice(0, size);
        return { users, next: rows.length > size ? users.at(-1)!.id : null };
      },
    });

    handle('POST', '/users', {
      access: 'Users.Manage',
      operationId: 'createUser',
      summary: 'Create a user',
      description:
        'Creates a person or a service user. A person without a password can sign in with an identity provider, or you can invite them to choose a password (`POST /users/{id}/password-links`). If the request contains a password, any Idempotency-Key is ignored, so that no hash of the request is stored from which the password could be guessed. Returns 403 if a role has tenant-wide permissions that the caller lacks.',
      acceptsIdempotencyKey: true,
      body: NewUser,
      creates: true,
      returns: UserDetails,
      run: async ({ request, auditedActor, body }) => {
        const { password } = body;
        if (password !== undefined) await rejectUnsuitablePassword(password, body);
        const passwordHash = password === undefined ? undefined : await passwords.hash(password);
        const repeatable = await createRepeatableRequest(request, auditedActor);
        if (password !== undefined) repeatable.key = undefined;
        const userJson = await runOnce(db, repeatable, async (trx) => {
          const userId = await createUser(trx, auditedActor, body, passwordHash);
          return JSON.stringify(await findUser(trx, auditedActor, userId));
        });
        actors.clear();
        return JSON.parse(userJson) as UserDetails;
      },
    });

    handle('GET', '/users/:id', {
      access: 'Users.Manage',
      operationId: 'readUser',
      summary: 'Read a user with their teams and ways to sign in',
      params: IdParameter,
      returns: UserDetails,
      run: ({ actor, params }) => readUser(actor, parseUserId(params)),
    });

    handle('PATCH', '/users/:id', {
      access: 'Users.Manage',
      operationId: 'editUser',
      summary: 'Edit a user',
      description:
        "Disabling the user, or changing the password, permanently revokes all of the user's access tokens and sessions, and signs out all devices. `If-Match` is optional. Returns 403 for tenant-wide permissions that the caller lacks, 409 if it would leave no one who can administer sign-in with a password, and 409 for the caller's own password (use `POST /me/password`).",
      params: IdParameter,
      precondition: 'optional',
      body: UserPatch,
      returns: UserDetails,
      run: async ({ auditedActor, params, body, matchesTag }) => {
        const userId = parseUserId(params);
        const { password, ...patch } = body;
        if (typeof password === 'string')
          await rejectUnsuitablePassword(password, { ...(await readUser(auditedActor, userId)), ...patch });
        const passwordHash = typeof password === 'string' ? await passwords.hash(password) : password;
        await inTransaction(db, (trx) =>
          editUser(trx, auditedActor, { userId, patch, passwordHash, matchesTag }),
        );
        actors.clear();
        return readUser(auditedActor, userId);
      },
    });

    write('POST', '/users/:id/unlock', {
      access: 'Users.Manage',
      operationId: 'unlockUser',
      summary: 'Clear the delay after wrong passwords',
      params: IdParameter,
      run: (trx, { auditedActor, params }) => unlockUser(trx, auditedActor, parseUserId(params)),
    });

    write('POST', '/users/:id/sign-out', {
      access: 'Users.Manage',
      operationId: 'signOutUser',
      summary: "End all of a user's sessions, devices and access tokens",
      description: 'The user can sign in again. To prevent that, disable the user.',
      params: IdParameter,
      run: (trx, { auditedActor, params }) => signOutUser(trx, auditedActor, parseUserId(params)),
      afterCommit: () => actors.clear(),
    });
  };
