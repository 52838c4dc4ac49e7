import type { DatabaseTransaction } from '#service/database/connect.ts';
import { replaceViolation } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { listNonAdministrators, revokeProviderSignIns } from '#service/identity/administrators.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { roleNameTaken } from './role-problems.ts';
import { listRoleUserIds, type RoleRow } from './role-queries.ts';

type RoleFields = Pick<RoleRow, 'name' | 'isTenantWide' | 'permissions'>;

const INSERT_ROLE = statement('insert-role')`
  insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4) returning role_id`;

/** Inserts a role. The permissions must already be sorted by name. */
export const insertRole = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { name, isTenantWide, permissions }: RoleFields,
): Promise<number> => {
  const values = [actor.tenantId, name, isTenantWide, permissions];
  const [row] = await run(trx, INSERT_ROLE, values).catch(rejectTakenName(name));
  const roleId = row!.role_id;
  await recordAudit(trx, actor, {
    kind: 'role.created',
    target: { type: 'role', id: roleId, name },
    details: { name, isTenantWide, permissions },
  });
  return roleId;
};

/** Updates a locked role if its fields differ. Returns whether they did, and whose permissions have changed. */
export const updateRole = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  role: RoleRow,
  newFields: RoleFields,
): Promise<{ isUpdated: boolean; userIds: number[] }> => {
  const hasSamePermissions =
    role.isTenantWide === newFields.isTenantWide &&
    role.permissions.toSorted().join() === newFields.permissions.join();
  if (hasSamePermissions && role.name === newFields.name) return { isUpdated: false, userIds: [] };
  const userIds = hasSamePermissions ? [] : await listRoleUserIds(trx, actor.tenantId, role.id);
  const nonAdministratorIds = await listNonAdministrators(trx, actor.tenantId, userIds);
  await run(
    trx,
    `update role set name = $3, is_tenant_wide = $4, permissions = $5, revision = revision + 1
     where tenant_id = $1 and role_id = $2`,
    [actor.tenantId, role.id, newFields.name, newFields.isTenantWide, newFields.permissions],
  ).catch(rejectTakenName(newFields.name));
  await recordAudit(trx, actor, {
    kind: 'role.edited',
    target: { type: 'role', id: role.id, name: newFields.name },
    details: { before: pickFields(role), after: pickFields(newFields) },
  });
  await revokeProviderSignIns(trx, actor.tenantId, nonAdministratorIds);
  return { isUpdated: true, userIds };
};

const rejectTakenName = (name: string) => replaceViolation('role_name_key', () => roleNameTaken(name));

const pickFields = ({ name, isTenantWide, permissions }: RoleFields) => ({ name, isTenantWide, permissions });
