import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

const LIST_ADMINISTRATORS = statement('list-administrators')`
  select distinct app_user.email_address as "emailAddress"
  from app_user
  join user_role on user_role.tenant_id = app_user.tenant_id and user_role.user_id = app_user.user_id
  join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
  where app_user.is_active and not app_user.is_service and app_user.email_address is not null
    and role.is_tenant_wide and 'Users.Manage' = any (role.permissions) and $1
  order by 1`.narrow<{ emailAddress: string }>();

/** Lists the administrators of all tenants. */
export const listAdministrators = (db: Database): Promise<{ emailAddress: string }[]> =>
  run(db, LIST_ADMINISTRATORS, [true]);
