import type { NewRole, RolePatch } from '#contract/role.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { requireRolePermissions } from '#service/identity/require-permissions.ts';
import { protectLastAdministrator } from '#service/identity/users/protect-last-administrator.ts';
import { invalidRequest } from '#service/problem.ts';
import {
  builtInRole,
  roleInUse,
  roleNotFound,
  roleOutdated,
  tenantPermissionInTeamRole,
  unknownPermission,
} from './role-problems.ts';
import { isBuiltIn, listRoleUserIds, ROLE_COLUMNS, type RoleRow } from './role-queries.ts';
import { insertRole, updateRole } from './write-role.ts';

const LOCK_CUSTOM_ROLE = statement('lock-custom-role')`
  select ${ROLE_COLUMNS} from role
  where tenant_id = $1 and role_id = $2 for update`;

const lockCustomRole = async (
  trx: DatabaseTransaction,
  tenantId: number,
  roleId: number,
  matchesTag: Precondition,
): Promise<RoleRow> => {
  const [role] = await run(trx, LOCK_CUSTOM_ROLE, [tenantId, roleId]);
  if (!role) throw roleNotFound(String(roleId));
  if (isBuiltIn(role.name)) throw builtInRole(role.name);
  if (!matchesTag(formatEntityTag(role.revision))) throw roleOutdated(role.name, role.revision);
  return role;
};

/** Returns the permissions without duplicates, sorted by name. */
const validatePermissions = ({ permissions, isTenantWide }: Omit<NewRole, 'name'>): string[] => {
  const issues = permissions.flatMap((name, index) => {
    if (!Object.hasOwn(PERMISSIONS, name)) return [unknownPermission(name, index)];
    return !isTenantWide && TENANT_PERMISSIONS.has(name) ? [tenantPermissionInTeamRole(name, index)] : [];
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return [...new Set(permissions)].sort();
};

export const createRole = async (trx: DatabaseTransaction, actor: AuditedActor, input: NewRole) => {
  requireScope(actor, 'Users.Manage');
  const role = { ...input, permissions: validatePermissions(input) };
  requireRolePermissions(actor, [role], `The role ${role.name}`);
  return insertRole(trx, actor, role);
};

export const editRole = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { roleId, patch, matchesTag }: { roleId: number; patch: RolePatch; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const { userIds } = await protectLastAdministrator(trx, tenantId, async () => {
    const role = await lockCustomRole(trx, tenantId, roleId, matchesTag);
    const editedRole = { ...role, ...patch };
    editedRole.permissions = validatePermissions(editedRole);
    requireRolePermissions(actor, [role, editedRole], `The role ${role.name}`);
    return updateRole(trx, actor, role, editedRole);
  });
  // These users may now see other changes, so they restart the feed from the beginning (decision C13).
  if (userIds.length > 0) await raiseReaderFloor(trx, tenantId, userIds);
  await announceIdentityChange(trx, tenantId);
};

export const deleteRole = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { roleId, matchesTag }: { roleId: number; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const role = await lockCustomRole(trx, tenantId, roleId, matchesTag);
  requireRolePermissions(actor, [role], `The role ${role.name}`);
  const userIds = await listRoleUserIds(trx, tenantId, roleId);
  if (userIds.length > 0) throw roleInUse(role.name, userIds.length);
  await run(trx, 'delete from role where tenant_id = $1 and role_id = $2', [tenantId, roleId]);
  await recordAudit(trx, actor, {
    kind: 'role.deleted',
    target: { type: 'role', id: roleId, name: role.name },
    details: { isTenantWide: role.isTenantWide, permissions: role.permissions },
  });
};
