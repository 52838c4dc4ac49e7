import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { endProviderSignIns, listOrdinaryUsers } from '#service/identity/administrators.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { RoleRow } from '#service/identity/roles/role-queries.ts';
import type { UserRow } from './user-row.ts';

const LIST_ROLES_OF_USER = statement('list-roles-of-user')`
  select role.role_id, role.name, role.is_tenant_wide, role.permissions, role.revision
  from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
  where user_role.tenant_id = $1 and user_role.user_id = $2 order by role.name`;

/** Lists a user's roles, sorted by name. */
export const listUserRoles = (
  trx: DatabaseTransaction,
  { tenant_id, user_id }: Pick<UserRow, 'tenant_id' | 'user_id'>,
): Promise<RoleRow[]> => run(trx, LIST_ROLES_OF_USER, [tenant_id, user_id]);

/** Replaces all roles of a locked user. Returns true if anything changed. */
export const setRoles = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  roles: readonly RoleRow[],
): Promise<boolean> => {
  const current = await listUserRoles(trx, user);
  const { removed, added } = diffRoles(current, roles);
  if (removed.length === 0 && added.length === 0) return false;
  const key = [user.tenant_id, user.user_id];
  const ordinaryUserIds = await listOrdinaryUsers(trx, user.tenant_id, [user.user_id]);
  await run(
    trx,
    'delete from user_role where tenant_id = $1 and user_id = $2 and role_id = any($3::bigint[])',
    [...key, removed.map(({ role_id }) => role_id)],
  );
  await run(
    trx,
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, $2, role_id from unnest($3::bigint[]) as role_id`,
    [...key, added.map(({ role_id }) => role_id)],
  );
  await endProviderSignIns(trx, user.tenant_id, ordinaryUserIds);
  await run(trx, 'update app_user set revision = revision + 1 where tenant_id = $1 and user_id = $2', key);
  const listNames = (list: readonly RoleRow[]) => list.map(({ name }) => name).toSorted();
  await recordAudit(trx, actor, {
    kind: 'user.roles-changed',
    target: { type: 'user', id: user.user_id, name: user.user_name },
    details: { before: listNames(current), after: listNames(roles) },
  });
  return true;
};

/** The roles that are removed and added when `before` becomes `after`. */
export const diffRoles = (before: readonly RoleRow[], after: readonly RoleRow[]) => {
  const without = (list: readonly RoleRow[], excluded: readonly RoleRow[]) =>
    list.filter(({ role_id }) => !excluded.some((role) => role.role_id === role_id));
  return { removed: without(before, after), added: without(after, before) };
};
