import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { PERMISSIONS, type Permission } from '#service/identity/permissions.ts';
import { requireRolePermissions } from '#service/identity/require-permissions.ts';
import { findRolesNamed } from '#service/identity/roles/role-queries.ts';
import type { ProviderSettings } from './login-provider.ts';
import { cannotSignInAdministrators } from './provider-problems.ts';

const EVERY_PERMISSION = Object.keys(PERMISSIONS) as Permission[];

/** Returns true if the user has every permission, and so would gain nothing by signing in as another user. */
export const hasEveryPermission = ({ tenantWide }: Actor): boolean =>
  EVERY_PERMISSION.every((permission) => tenantWide.has(permission));

/**
 * Prevents users from gaining permissions by editing a provider
 * (docs/contribute/decisions/0042-administrators-and-providers.md). Checks the provider as it is after the edit,
 * because the user who sets its URLs decides who can sign in.
 */
export const requirePermissionToSave = async (
  trx: DatabaseTransaction,
  actor: Actor,
  settings: ProviderSettings,
): Promise<void> => {
  if (settings.signsInAdministrators && !hasEveryPermission(actor)) {
    throw cannotSignInAdministrators(
      EVERY_PERMISSION.filter((permission) => !actor.tenantWide.has(permission)),
    );
  }
  const { defaultRoles = [], roleMapping } = settings;
  const roleNames = [...defaultRoles, ...Object.values(roleMapping?.roles ?? {}).flat()];
  const roles = await findRolesNamed(trx, actor.tenantId, roleNames);
  for (const role of roles) requireRolePermissions(actor, [role], role.name);
};
