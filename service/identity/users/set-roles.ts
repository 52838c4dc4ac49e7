import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { listNonAdministrators, revokeProviderSignIns } from '#service/identity/administrators.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { ROLE_COLUMNS, type RoleRow } from '#service/identity/roles/role-queries.ts';
import type { UserRow } from './user-row.ts';

const LIST_ROLES_OF_USER = statement('list-roles-of-user')`
  select ${ROLE_COLUMNS}
  from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
  where user_role.tenant_id = $1 and user_role.user_id = $2 order by role.name`;

export const listUserRoles = (trx: DatabaseTransaction, { tenantId, userId }: UserRow): Promise<RoleRow[]> =>
  run(trx, LIST_ROLES_OF_USER, [tenantId, userId]);

/** Replaces all roles of a user whose row is locked. Returns true if anything changed. */
export const setRoles = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  roles: readonly RoleRow[],
): Promise<boolean> => {
  const currentRoles = await listUserRoles(trx, user);
  const { removed, added } = diffRoles(currentRoles, roles);
  if (removed.length === 0 && added.length === 0) return false;
  const key = [user.tenantId, user.userId];
  const nonAdministratorIds = await listNonAdministrators(trx, user.tenantId, [user.userId]);
  await run(
    trx,
    'delete from user_role where tenant_id = $1 and user_id = $2 and role_id = any($3::bigint[])',
    [...key, removed.map(({ id }) => id)],
  );
  await run(
    trx,
    `insert into user_role (tenant_id, user_id, role_id)
     select tenant_id, $2, role_id from role where tenant_id = $1 and role_id = any($3::bigint[])`,
    [...key, added.map(({ id }) => id)],
  );
  await revokeProviderSignIns(trx, user.tenantId, nonAdministratorIds);
  await run(trx, 'update app_user set revision = revision + 1 where tenant_id = $1 and user_id = $2', key);
  const listNames = (list: readonly RoleRow[]) => list.map(({ name }) => name).toSorted();
  await recordAudit(trx, actor, {
    kind: 'user.roles-changed',
    target: { type: 'user', id: user.userId, name: user.userName },
    details: { before: listNames(currentRoles), after: listNames(roles) },
  });
  return true;
};

export const diffRoles = (before: readonly RoleRow[], after: readonly RoleRow[]) => {
  const excludeRoles = (roles: readonly RoleRow[], excludedRoles: readonly RoleRow[]) =>
    roles.filter(({ id }) => !excludedRoles.some((role) => role.id === id));
  return { removed: excludeRoles(before, after), added: excludeRoles(after, before) };
};
