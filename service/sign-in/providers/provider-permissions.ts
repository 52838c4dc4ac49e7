import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { PERMISSIONS, type Permission } from '#service/identity/permissions.ts';
import { requireRolePermissions } from '#service/identity/require-permissions.ts';
import type { ProviderSettings } from './login-provider.ts';
import { cannotSignInAdministrators } from './provider-problems.ts';

const EVERY_PERMISSION = Object.keys(PERMISSIONS) as Permission[];

/** Returns true if the user has every permission, and so would gain nothing by signing in as another user. */
export const hasEveryPermission = ({ tenantWide }: Actor): boolean =>
  EVERY_PERMISSION.every((permission) => tenantWide.has(permission));

const FIND_GRANTED_ROLES = statement('find-granted-roles')`
  select name, is_tenant_wide, permissions from role
  where tenant_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name) order by name`;

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
  const roles = await run(trx, FIND_GRANTED_ROLES, [actor.tenantId, roleNames]);
  for (const role of roles) requireRolePermissions(actor, [role], role.name);
};
