import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import { NewRole, PermissionList, Role, RolePage, RolePatch } from '#contract/role.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { parseNumericId } from '#service/http/ids.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { createRole } from './create-role.ts';
import { deleteRole } from './delete-role.ts';
import { editRole } from './edit-role.ts';
import { roleNotFound } from './role-problems.ts';
import { findRole, listRoles } from './role-queries.ts';

const TAGS = ['Roles'];

/** /api/v1/roles and /api/v1/permissions */
export const roleRoutes =
  ({ db, actors }: { db: Database; actors: Actors }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: PageQuery }>(
      '/roles',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listRoles',
          summary: 'List roles',
          querystring: PageQuery,
          response: { 200: RolePage },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Users.Manage');
        const limit = Number(request.query.limit ?? limits.page);
        const found = await listRoles(db, tenantId, { after: keyAfter(request.query.after), limit });
        const { rows, next } = pageOf(found, limit, ({ name }) => name);
        return sendJson(reply, JSON.stringify({ roles: rows, next }));
      },
    );

    app.post<{ Body: NewRole }>(
      '/roles',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createRole',
          summary: 'Create a role',
          description: 'Returns 403 if the role has tenant-wide permissions that the caller lacks.',
          headers: IdempotencyHeaders,
          body: NewRole,
          response: { 201: Role },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const answer = await runOnce(db, repeatable(request, author), async (trx) => {
          const roleId = await createRole(trx, author, request.body);
          return JSON.stringify(await findRole(trx, author.tenantId, roleId));
        });
        return sendCreated(reply, '/api/v1/roles', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/roles/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'readRole',
          summary: 'Read a role',
          params: IdParameter,
          response: { 200: Role },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Users.Manage');
        const role = await findRole(db, tenantId, roleIdOf(request.params));
        if (!role) throw roleNotFound(request.params.id);
        return sendState(reply, role);
      },
    );

    app.patch<{ Params: IdParameter; Body: RolePatch }>(
      '/roles/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editRole',
          summary: 'Edit a role',
          description:
            'Changes take effect immediately for the users of the role. Built-in roles cannot be changed (409). Returns 403 if the role has, or had, tenant-wide permissions that the caller lacks.',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: RolePatch,
          response: { 200: Role },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const roleId = roleIdOf(request.params);
        const change = { roleId, patch: request.body, isExpected: preconditionOf(request) };
        const role = await inTransaction(db, async (trx) => {
          await editRole(trx, author, change);
          return findRole(trx, author.tenantId, roleId);
        });
        actors.clear();
        return sendState(reply, role!);
      },
    );

    app.delete<{ Params: IdParameter }>(
      '/roles/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteRole',
          summary: 'Delete a role',
          description: 'Returns 409, with the number of users, while users have the role.',
          params: IdParameter,
          headers: ConditionalHeaders,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const role = { roleId: roleIdOf(request.params), isExpected: preconditionOf(request) };
        await inTransaction(db, (trx) => deleteRole(trx, authorOf(request), role));
        return reply.code(204).send();
      },
    );

    app.get(
      '/permissions',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'listPermissions',
          summary: 'List all permissions',
          response: { 200: PermissionList },
        },
      },
      async (_request, reply) => {
        const permissions = Object.entries(PERMISSIONS).map(([name, description]) => ({
          name,
          description,
          isTenantWideOnly: TENANT_PERMISSIONS.has(name),
        }));
        return sendJson(reply, JSON.stringify({ permissions }));
      },
    );
  };

const roleIdOf = ({ id }: { id: string }): number => {
  const roleId = parseNumericId(id);
  if (roleId === undefined) throw roleNotFound(id);
  return roleId;
};
