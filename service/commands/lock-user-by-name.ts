import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { lockUserNamed, type UserRow } from '#service/identity/users/user-row.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import { notFound } from './argument-error.ts';

const LIST_USER_NAMES = statement('list-user-names')`
  select user_name from app_user where tenant_id = $1 order by user_name limit $2`;

/** Throws ArgumentError if the user does not exist. */
export const lockUserByName = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userName: string,
): Promise<UserRow> => {
  const user = await lockUserNamed(trx, tenantId, userName);
  if (user) return user;
  const users = await run(trx, LIST_USER_NAMES, [tenantId, MAX_COMPARED_NAMES]);
  const names = users.map(({ user_name: name }) => name);
  throw notFound('User', userName, names);
};
