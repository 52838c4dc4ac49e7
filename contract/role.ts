import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { NextPage } from './page.ts';

const roleFields = {
  name: Name('Name of the role, unique in the tenant (not case-sensitive)'),
  isTenantWide: Type.Boolean({
    description: "Whether the role applies to the whole tenant rather than the user's teams",
  }),
  permissions: Type.Array(Type.String({ maxLength: limits.name }), {
    maxItems: limits.permissions,
    description: 'Names of permissions, such as `Tasks.Read`',
  }),
};

export const Role = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    isTenantWide: Type.Boolean(),
    permissions: Type.Array(Type.String()),
    isBuiltIn: Type.Boolean({
      description:
        'Whether the role is built in, which means that every tenant has it and it cannot be changed',
    }),
    userCount: Type.Integer({ description: 'Number of users with this role' }),
    revision: Revision,
  },
  { title: 'Role' },
);
export type Role = Static<typeof Role>;

export const NewRole = Type.Object(roleFields, {
  title: 'NewRole',
  additionalProperties: false,
  examples: [{ name: 'Follower', isTenantWide: false, permissions: ['Changes.Read', 'Tasks.Read'] }],
});
export type NewRole = Static<typeof NewRole>;

export const RolePatch = Type.Partial(NewRole, {
  title: 'RolePatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ permissions: ['Tasks.Read'] }],
});
export type RolePatch = Static<typeof RolePatch>;

/** Sorted by name. */
export const RolePage = Type.Object({ roles: Type.Array(Role), next: NextPage }, { title: 'RolePage' });
export type RolePage = Static<typeof RolePage>;

export const PermissionList = Type.Object(
  {
    permissions: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        isTenantWideOnly: Type.Boolean({
          description: 'Whether the permission takes effect only in roles that apply to the whole tenant',
        }),
      }),
    ),
  },
  { title: 'PermissionList' },
);
export type PermissionList = Static<typeof PermissionList>;
