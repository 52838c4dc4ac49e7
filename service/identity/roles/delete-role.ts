import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { requirePermissionsOfRoles } from '#service/identity/require-permissions.ts';
import { lockCustomRole } from './lock-custom-role.ts';
import { roleInUse } from './role-problems.ts';
import { listUserIdsOfRole } from './role-queries.ts';

/** Deletes a role. Throws while users have it. */
export const deleteRole = async (
  trx: DatabaseTransaction,
  author: Author,
  { roleId, isExpected }: { roleId: number; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const role = await lockCustomRole(trx, tenantId, roleId, isExpected);
  requirePermissionsOfRoles(author, [role], `The role ${role.name}`);
  const userIds = await listUserIdsOfRole(trx, tenantId, roleId);
  if (userIds.length > 0) throw roleInUse(role.name, userIds.length);
  await run(trx, 'delete from role where tenant_id = $1 and role_id = $2', [tenantId, roleId]);
  await recordAudit(trx, author, {
    kind: 'role.deleted',
    target: { type: 'role', id: roleId, name: role.name },
    details: { isTenantWide: role.is_tenant_wide, permissions: role.permissions },
  });
};
