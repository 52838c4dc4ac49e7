import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { PageQuery } from '#contract/page.ts';
import { NewRole, PermissionList, Role, RolePage, RolePatch } from '#contract/role.ts';
import { parseNumericId } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { createRole, deleteRole, editRole } from './manage-role.ts';
import { roleNotFound } from './role-problems.ts';
import { findRole, listRoles } from './role-queries.ts';

export const roleRoutes =
  ({ db, actors }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Roles');

    list('/roles', {
      access: 'Users.Manage',
      operationId: 'listRoles',
      summary: 'List roles',
      query: PageQuery,
      returns: RolePage,
      rows: 'roles',
      keyOf: ({ name }) => name,
      run: ({ scope }, page) => listRoles(db, scope.tenantId, page),
    });

    write('POST', '/roles', {
      access: 'Users.Manage',
      operationId: 'createRole',
      summary: 'Create a role',
      description: 'Returns 403 if the role has tenant-wide permissions that the caller lacks.',
      acceptsIdempotencyKey: true,
      body: NewRole,
      creates: true,
      returns: Role,
      run: async (trx, { auditedActor, body }) => {
        const roleId = await createRole(trx, auditedActor, body);
        return (await findRole(trx, auditedActor.tenantId, roleId))!;
      },
    });

    handle('GET', '/roles/:id', {
      access: 'Users.Manage',
      operationId: 'readRole',
      summary: 'Read a role',
      params: IdParameter,
      returns: Role,
      run: async ({ scope, params }) => {
        const role = await findRole(db, scope.tenantId, parseRoleId(params));
        if (!role) throw roleNotFound(params.id);
        return role;
      },
    });

    write('PATCH', '/roles/:id', {
      access: 'Users.Manage',
      operationId: 'editRole',
      summary: 'Edit a role',
      description:
        "Changes take effect immediately for the role's users. Built-in roles cannot be changed (409). Returns 403 if the role has, or had, tenant-wide permissions that the caller lacks.",
      params: IdParameter,
      precondition: 'required',
      body: RolePatch,
      returns: Role,
      run: async (trx, { auditedActor, params, body, matchesTag }) => {
        const roleId = parseRoleId(params);
        await editRole(trx, auditedActor, { roleId, patch: body, matchesTag });
        return (await findRole(trx, auditedActor.tenantId, roleId))!;
      },
      afterCommit: () => actors.clear(),
    });

    handle('GET', '/permissions', {
      access: 'Users.Manage',
      operationId: 'listPermissions',
      summary: 'List all permissions',
      returns: PermissionList,
      run: () => ({
        permissions: Object.entries(PERMISSIONS).map(([name, description]) => ({
          name,
          description,
          isTenantWideOnly: TENANT_PERMISSIONS.has(name),
        })),
      }),
    });

    write('DELETE', '/roles/:id', {
      access: 'Users.Manage',
      operationId: 'deleteRole',
      summary: 'Delete a role',
      description: 'Returns 409, with the number of users, if any users still have the role.',
      params: IdParameter,
      precondition: 'required',
      run: (trx, { auditedActor, params, matchesTag }) =>
        deleteRole(trx, auditedActor, { roleId: parseRoleId(params), matchesTag }),
    });
  };

const parseRoleId = ({ id }: { id: string }): number => {
  const roleId = parseNumericId(id);
  if (roleId === undefined) throw roleNotFound(id);
  return roleId;
};
