import type { User } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const SELECT_USER = `
  select app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
         app_user.email_address as "emailAddress", app_user.is_active as "isActive",
         app_user.is_service as "isService",
         array(
           select role.name from user_role
           join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
           where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id order by role.name
         ) as roles
  from app_user where app_user.tenant_id = $1`;

export const listUsers = (
  db: Database,
  tenantId: number,
  page: { after: number; limit: number },
): Promise<User[]> =>
  run<User>(db, `${SELECT_USER} and app_user.user_id > $2 order by app_user.user_id limit $3`, [
    tenantId,
    page.after,
    page.limit,
  ]);

export const findUser = async (db: Database, tenantId: number, userId: number): Promise<User | undefined> => {
  const [user] = await run<User>(db, `${SELECT_USER} and app_user.user_id = $2`, [tenantId, userId]);
  return user;
};
