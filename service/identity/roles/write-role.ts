import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findViolatedConstraint } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { endProviderSignIns, listOrdinaryUsers } from '#service/identity/administrators.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { roleNameTaken } from './role-problems.ts';
import { listRoleUserIds, type RoleRow } from './role-queries.ts';

type RoleColumns = Pick<RoleRow, 'name' | 'is_tenant_wide' | 'permissions'>;

const INSERT_ROLE = statement('insert-role')`
  insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4) returning role_id`;

/** Inserts a role. The permissions must already be sorted by name. */
export const insertRole = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { name, is_tenant_wide, permissions }: RoleColumns,
): Promise<number> => {
  const [inserted] = await run(trx, INSERT_ROLE, [actor.tenantId, name, is_tenant_wide, permissions]).catch(
    (error: unknown) => {
      throw translateNameConflict(error, name);
    },
  );
  const roleId = inserted!.role_id;
  await recordAudit(trx, actor, {
    kind: 'role.created',
    target: { type: 'role', id: roleId, name },
    details: toGrants({ name, is_tenant_wide, permissions }),
  });
  return roleId;
};

/** Updates a locked role if anything differs. `userIds` are the users whose permissions have changed. */
export const updateRole = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  role: RoleRow,
  updated: RoleColumns,
): Promise<{ isUpdated: boolean; userIds: number[] }> => {
  const hasSamePermissions =
    role.is_tenant_wide === updated.is_tenant_wide &&
    role.permissions.toSorted().join() === updated.permissions.join();
  if (hasSamePermissions && role.name === updated.name) return { isUpdated: false, userIds: [] };
  const userIds = hasSamePermissions ? [] : await listRoleUserIds(trx, actor.tenantId, role.role_id);
  const ordinaryUserIds = await listOrdinaryUsers(trx, actor.tenantId, userIds);
  await run(
    trx,
    `update role set name = $3, is_tenant_wide = $4, permissions = $5, revision = revision + 1
     where tenant_id = $1 and role_id = $2`,
    [actor.tenantId, role.role_id, updated.name, updated.is_tenant_wide, updated.permissions],
  ).catch((error: unknown) => {
    throw translateNameConflict(error, updated.name);
  });
  await recordAudit(trx, actor, {
    kind: 'role.edited',
    target: { type: 'role', id: role.role_id, name: updated.name },
    details: { before: toGrants(role), after: toGrants(updated) },
  });
  await endProviderSignIns(trx, actor.tenantId, ordinaryUserIds);
  return { isUpdated: true, userIds };
};

const translateNameConflict = (error: unknown, name: string): unknown =>
  findViolatedConstraint(error) === 'role_name_key' ? roleNameTaken(name) : error;

const toGrants = ({ name, is_tenant_wide, permissions }: RoleColumns) => ({
  name,
  isTenantWide: is_tenant_wide,
  permissions,
});
