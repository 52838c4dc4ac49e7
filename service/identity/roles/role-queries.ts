import type { Role } from '#contract/role.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import { unknownRoles } from './role-problems.ts';

export const ROLE_COLUMNS = `
  role.role_id as id, role.name, role.is_tenant_wide as "isTenantWide", role.permissions, role.revision`;

const USER_COUNT = `(
  select count(*) from user_role where user_role.tenant_id = $1 and user_role.role_id = role.role_id) as "userCount"`;

export const isBuiltIn = (name: string): boolean =>
  BUILT_IN_ROLES.some((role) => role.name.toLowerCase() === name.toLowerCase());

const presentRole = ({ userCount, revision, ...role }: RowOf<typeof FIND_ROLE>): Role => ({
  ...role,
  isBuiltIn: isBuiltIn(role.name),
  userCount,
  revision,
});

const LIST_ROLES = statement('list-roles')`
  select ${ROLE_COLUMNS}, ${USER_COUNT} from role where tenant_id = $1 and lower(name) > lower($2)
  order by lower(name) limit $3 + 1`.narrow<{ userCount: number }>();

export const listRoles = async (
  db: Database,
  tenantId: number,
  { after, limit }: { after: string; limit: number },
): Promise<Role[]> => {
  const rows = await run(db, LIST_ROLES, [tenantId, after, limit]);
  return rows.map(presentRole);
};

const FIND_ROLE = statement('find-role')`
  select ${ROLE_COLUMNS}, ${USER_COUNT} from role where tenant_id = $1 and role_id = $2`.narrow<{
  userCount: number;
}>();

export const findRole = async (db: Database, tenantId: number, roleId: number): Promise<Role | undefined> => {
  const [row] = await run(db, FIND_ROLE, [tenantId, roleId]);
  return row && presentRole(row);
};

const LIST_ROLES_BY_NAME = statement('find-roles-named')`
  select ${ROLE_COLUMNS} from role
  where tenant_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name) order by name`;

export type RoleRow = RowOf<typeof LIST_ROLES_BY_NAME>;

export const listRolesByName = (db: Database, tenantId: number, names: readonly string[]) =>
  run(db, LIST_ROLES_BY_NAME, [tenantId, names]);

const LOCK_ROLES_BY_NAME = statement('lock-roles-named')`
  select ${ROLE_COLUMNS} from role
  where tenant_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name)
  order by role_id for key share`;

const LIST_ROLE_NAMES = statement('list-role-names')`
  select name from role where tenant_id = $1 order by lower(name) limit $2`;

/** Like `listRolesByName`, but throws if a role is missing, and locks the roles against deletion. */
export const lockRolesByName = async (db: Database, tenantId: number, names: readonly string[]) => {
  const roles = await run(db, LOCK_ROLES_BY_NAME, [tenantId, names]);
  const foundNames = new Set(roles.map(({ name }) => name.toLowerCase()));
  const unknownNames = [...new Set(names.filter((name) => !foundNames.has(name.toLowerCase())))];
  if (unknownNames.length > 0) {
    // Suggesting the nearest role compares every unknown name with every candidate, so candidates are capped.
    const maxCandidates = Math.ceil(MAX_COMPARED_NAMES / unknownNames.length);
    const candidates = await run(db, LIST_ROLE_NAMES, [tenantId, maxCandidates]);
    throw unknownRoles(
      names,
      unknownNames,
      candidates.map(({ name }) => name),
    );
  }
  return roles;
};

const LIST_ROLE_USER_IDS = statement('list-role-user-ids')`
  select user_id from user_role where tenant_id = $1 and role_id = $2`;

export const listRoleUserIds = async (db: Database, tenantId: number, roleId: number): Promise<number[]> => {
  const users = await run(db, LIST_ROLE_USER_IDS, [tenantId, roleId]);
  return users.map(({ user_id }) => user_id);
};
