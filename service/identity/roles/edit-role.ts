import type { RolePatch } from '#contract/role.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { requirePermissionsOfRoles } from '#service/identity/require-permissions.ts';
import { protectLastAdministrator } from '#service/identity/users/protect-last-administrator.ts';
import { lockCustomRole } from './lock-custom-role.ts';
import { validatePermissions } from './validate-permissions.ts';
import { updateRole } from './write-role.ts';

/** Updates the members of the patch that are present, with immediate effect for the users of the role. */
export const editRole = async (
  trx: DatabaseTransaction,
  author: Author,
  { roleId, patch, isExpected }: { roleId: number; patch: RolePatch; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const { userIds } = await protectLastAdministrator(trx, tenantId, async () => {
    const role = await lockCustomRole(trx, tenantId, roleId, isExpected);
    const { name = role.name, isTenantWide = role.is_tenant_wide, permissions = role.permissions } = patch;
    const edited = {
      name,
      is_tenant_wide: isTenantWide,
      permissions: validatePermissions(permissions, isTenantWide),
    };
    requirePermissionsOfRoles(author, [role, edited], `The role ${role.name}`);
    return updateRole(trx, author, role, edited);
  });
  // decision C13
  if (userIds.length > 0) await raiseReaderFloor(trx, tenantId, userIds);
  await announceIdentityChange(trx, tenantId);
};
