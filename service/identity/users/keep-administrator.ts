import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { lastAdministrator } from './user-problems.ts';

const HOLDS = (permission: string) => `exists (
    select from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id
      and role.is_tenant_wide and '${permission}' = any(role.permissions))`;

/** Persons who can sign in by a password and set right whatever is wrong with sign-in. Held until the transaction ends. */
const LOCK_ADMINISTRATORS = `
  select app_user.user_id from app_user
  where app_user.tenant_id = $1 and app_user.is_active and not app_user.is_service
    and app_user.password_hash is not null and ${HOLDS('Users.Manage')} and ${HOLDS('SignIn.Manage')}
  order by app_user.user_id for no key update of app_user`;

/**
 * Does what may take away the last of them, and refuses when it has. Two who do so at once wait for each other: each
 * holds all that it found, and looks again, in a statement of its own, when it is done.
 */
export const keepAdministrator = async <Result>(
  trx: DatabaseTransaction,
  tenantId: number,
  act: () => Promise<Result>,
): Promise<Result> => {
  const before = await run(trx, LOCK_ADMINISTRATORS, [tenantId]);
  const result = await act();
  if (before.length > 0 && (await run(trx, LOCK_ADMINISTRATORS, [tenantId])).length === 0) {
    throw lastAdministrator();
  }
  return result;
};
