import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { exceedsOwnPermissions } from './identity-problems.ts';
import { rolesOf } from './users/set-roles.ts';
import type { UserRow } from './users/user-row.ts';

/** The parts of a role that matter here. */
type Grant = { is_tenant_wide: boolean; permissions: readonly string[] };

/**
 * Users cannot give or take over permissions that they do not have themselves: throws 403 unless the actor has every tenant-wide permission of the
 * roles (docs/contribute/decisions/0026-granting-permissions.md).
 */
export const requirePermissionsOfRoles = (actor: Actor, roles: readonly Grant[], name: string): void => {
  const granted = roles.flatMap((role) => (role.is_tenant_wide ? role.permissions : []));
  const missing = [...new Set(granted)].filter((permission) => !actor.tenantWide.has(permission));
  if (missing.length > 0) throw exceedsOwnPermissions(name, missing.sort());
};

/** The same for all roles of a user: required before giving anyone a way to sign in as that user. */
export const requirePermissionsOfUser = async (
  trx: DatabaseTransaction,
  actor: Actor,
  user: UserRow,
): Promise<void> => {
  // Actors can always manage themselves: their permissions may have changed in the last seconds.
  if (user.user_id === actor.userId) return;
  requirePermissionsOfRoles(actor, await rolesOf(trx, user), user.user_name);
};
