import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { lastAdministratorRemoved } from './user-problems.ts';

const hasPermissionSql = (permission: string) => `exists (
    select from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id
      and role.is_tenant_wide and '${permission}' = any(role.permissions))`;

const LOCK_ADMINISTRATORS = `
  select app_user.user_id from app_user
  where app_user.tenant_id = $1 and app_user.is_active and not app_user.is_service
    and app_user.password_hash is not null and ${hasPermissionSql('Users.Manage')} and ${hasPermissionSql('SignIn.Manage')}
  order by app_user.user_id for no key update of app_user`;

/** Throws if the change removed the last administrator. Concurrent changes wait for each other's row locks. */
export const protectLastAdministrator = async <Result>(
  trx: DatabaseTransaction,
  tenantId: number,
  makeChange: () => Promise<Result>,
): Promise<Result> => {
  const administrators = await run(trx, LOCK_ADMINISTRATORS, [tenantId]);
  const result = await makeChange();
  if (administrators.length > 0 && (await run(trx, LOCK_ADMINISTRATORS, [tenantId])).length === 0) {
    throw lastAdministratorRemoved();
  }
  return result;
};
