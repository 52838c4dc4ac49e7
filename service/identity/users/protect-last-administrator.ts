import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { lastAdministrator } from './user-problems.ts';

const HAS_PERMISSIONS = (permission: string) => `exists (
    select from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id
      and role.is_tenant_wide and '${permission}' = any(role.permissions))`;

/** Finds and locks the people who can sign in with a password and repair the sign-in settings. */
const LOCK_ADMINISTRATORS = `
  select app_user.user_id from app_user
  where app_user.tenant_id = $1 and app_user.is_active and not app_user.is_service
    and app_user.password_hash is not null and ${HAS_PERMISSIONS('Users.Manage')} and ${HAS_PERMISSIONS('SignIn.Manage')}
  order by app_user.user_id for no key update of app_user`;

/**
 * Runs a change that may remove the last administrator, and throws if it did. Of two concurrent changes, one waits for the other:
 * each locks all administrators that it found, and checks again afterwards in a separate statement.
 */
export const protectLastAdministrator = async <Result>(
  trx: DatabaseTransaction,
  tenantId: number,
  change: () => Promise<Result>,
): Promise<Result> => {
  const before = await run(trx, LOCK_ADMINISTRATORS, [tenantId]);
  const result = await change();
  if (before.length > 0 && (await run(trx, LOCK_ADMINISTRATORS, [tenantId])).length === 0) {
    throw lastAdministrator();
  }
  return result;
};
