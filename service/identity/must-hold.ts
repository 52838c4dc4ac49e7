import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from './actor.ts';
import { beyondOwnPermissions } from './identity-problems.ts';
import { rolesOf } from './users/set-roles.ts';
import type { UserRow } from './users/user-row.ts';

/** A role, as far as it matters here. */
type Grant = { is_tenant_wide: boolean; permissions: readonly string[] };

/**
 * Nobody gives what they do not hold, nor takes it over: refuses unless the actor has every permission that the roles
 * have over the whole tenant (docs/decisions/0026-who-may-give-what.md).
 */
export const mustHold = (actor: Actor, roles: readonly Grant[], whose: string): void => {
  const granted = roles.flatMap((role) => (role.is_tenant_wide ? role.permissions : []));
  const missing = [...new Set(granted)].filter((permission) => !actor.tenantWide.has(permission));
  if (missing.length > 0) throw beyondOwnPermissions(whose, missing.sort());
};

/** The same of everything that a user holds: before somebody is given a way to sign in as that user. */
export const mustHoldWhatUserHolds = async (
  trx: DatabaseTransaction,
  actor: Actor,
  user: UserRow,
): Promise<void> => {
  // One's own permissions may have changed in the last seconds, and are no reason to refuse.
  if (user.user_id === actor.userId) return;
  mustHold(actor, await rolesOf(trx, user), user.user_name);
};
