import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Permission } from './permissions.ts';

/** Each of these permissions is enough to gain all others. Roles within teams cannot hold them. */
const ADMINISTRATORS_HOLD: readonly Permission[] = ['Users.Manage', 'Tokens.Manage', 'SignIn.Manage'];

/** Whether a user manages users, tokens or sign-in. */
export const isAdministrator = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<boolean> => {
  const held = await run(
    trx,
    `select from user_role
     join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
     where user_role.tenant_id = $1 and user_role.user_id = $2 and role.is_tenant_wide and role.permissions && $3::text[]
     limit 1`,
    [tenantId, userId, ADMINISTRATORS_HOLD],
  );
  return held.length > 0;
};

/** The names, in lower case, of the roles with permission to manage users, tokens or sign-in. */
export const rolesOfAdministrators = async (
  trx: DatabaseTransaction,
  tenantId: number,
): Promise<ReadonlySet<string>> => {
  const roles = await run<{ name: string }>(
    trx,
    'select name from role where tenant_id = $1 and is_tenant_wide and permissions && $2::text[]',
    [tenantId, ADMINISTRATORS_HOLD],
  );
  return new Set(roles.map(({ name }) => name.toLowerCase()));
};
