import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { exceedsOwnPermissions } from './identity-problems.ts';
import { listUserRoles } from './users/set-roles.ts';
import type { UserRow } from './users/user-row.ts';

type Grant = { is_tenant_wide: boolean; permissions: readonly string[] };

/**
 * Throws 403 unless the actor has every tenant-wide permission of the roles: users cannot grant or take over permissions that
 * they do not have (docs/contribute/decisions/0026-granting-permissions.md).
 */
export const requireRolePermissions = (actor: Actor, roles: readonly Grant[], name: string): void => {
  const tenantWide = roles.flatMap((role) => (role.is_tenant_wide ? role.permissions : []));
  const missing = [...new Set(tenantWide)].filter((permission) => !actor.tenantWide.has(permission));
  if (missing.length > 0) throw exceedsOwnPermissions(name, missing.sort());
};

/** The same for all roles of a user: required before anyone gets a way to sign in as that user. */
export const requireUserPermissions = async (
  trx: DatabaseTransaction,
  actor: Actor,
  user: UserRow,
): Promise<void> => {
  // The cached permissions of the actor may be outdated.
  if (user.user_id === actor.userId) return;
  requireRolePermissions(actor, await listUserRoles(trx, user), user.user_name);
};
