import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { exceedsOwnPermissions } from './identity-problems.ts';
import type { RoleRow } from './roles/role-queries.ts';
import { listUserRoles } from './users/set-roles.ts';
import type { UserRow } from './users/user-row.ts';

/**
 * Throws 403 unless the actor has every tenant-wide permission in the roles: users cannot grant or take over
 * permissions they do not have themselves (docs/contribute/decisions/0026-granting-permissions.md).
 */
export const requireRolePermissions = (
  actor: Actor,
  roles: readonly Pick<RoleRow, 'isTenantWide' | 'permissions'>[],
  name: string,
): void => {
  const tenantWidePermissions = roles.flatMap((role) => (role.isTenantWide ? role.permissions : []));
  const missing = [...new Set(tenantWidePermissions)].filter(
    (permission) => !actor.tenantWidePermissions.has(permission),
  );
  if (missing.length > 0) throw exceedsOwnPermissions(name, missing.sort());
};

/** Throws 403 unless the actor has all of the user's tenant-wide permissions. */
export const requireUserPermissions = async (trx: DatabaseTransaction, actor: Actor, user: UserRow) => {
  // Users have all of their own permissions, but the actor's cached copy may be out of date.
  if (user.userId === actor.userId) return;
  requireRolePermissions(actor, await listUserRoles(trx, user), user.userName);
};
