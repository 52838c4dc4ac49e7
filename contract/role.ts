import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { NextPage } from './page.ts';

const roleMembers = {
  name: Name('Unique in the tenant, letter case ignored'),
  isTenantWide: Type.Boolean({
    description: 'true: over the whole tenant; false: within the teams of its holder',
  }),
  permissions: Type.Array(Type.String({ maxLength: limits.name }), {
    maxItems: limits.permissions,
    description: 'Names of permissions',
  }),
};

/** A named set of permissions. */
export const Role = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    isTenantWide: Type.Boolean(),
    permissions: Type.Array(Type.String()),
    isBuiltIn: Type.Boolean({ description: 'Every tenant has it, and nobody changes it' }),
    holders: Type.Integer({ description: 'How many users have it' }),
    revision: Revision,
  },
  { title: 'Role' },
);
export type Role = Static<typeof Role>;

/** A role as it is made. */
export const NewRole = Type.Object(roleMembers, {
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

/** Roles in the order of their names. */
export const RolePage = Type.Object({ roles: Type.Array(Role), next: NextPage }, { title: 'RolePage' });

/** Everything that a role may hold. */
export const PermissionList = Type.Object(
  {
    permissions: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        isTenantWideOnly: Type.Boolean({
          description: 'It has a meaning in roles over the whole tenant only',
        }),
      }),
    ),
  },
  { title: 'PermissionList' },
);
export type PermissionList = Static<typeof PermissionList>;
