import type { NewRole } from '#contract/role.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { requirePermissionsOfRoles } from '#service/identity/require-permissions.ts';
import { validatePermissions } from './validate-permissions.ts';
import { insertRole } from './write-role.ts';

/** Creates a role. */
export const createRole = async (
  trx: DatabaseTransaction,
  author: Author,
  { name, isTenantWide, permissions }: NewRole,
): Promise<number> => {
  scopeOf(author, 'Users.Manage');
  const role = {
    name,
    is_tenant_wide: isTenantWide,
    permissions: validatePermissions(permissions, isTenantWide),
  };
  requirePermissionsOfRoles(author, [role], `The role ${name}`);
  return insertRole(trx, author, role);
};
