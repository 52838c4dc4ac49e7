import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { lockUserNamed, type UserRow } from '#service/identity/users/user-row.ts';
import { MAX_COMPARED } from '#spelling/nearest-name.ts';
import { notFound } from './argument-error.ts';

const LIST_USER_NAMES = statement('list-user-names')`
  select user_name from app_user where tenant_id = $1 order by user_name limit $2`;

/** Returns the user with this name, locked until the end of the transaction. Throws ArgumentError if there is none. */
export const lockUserByName = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userName: string,
): Promise<UserRow> => {
  const user = await lockUserNamed(trx, tenantId, userName);
  if (user) return user;
  const known = await run(trx, LIST_USER_NAMES, [tenantId, MAX_COMPARED]);
  const names = known.map(({ user_name: name }) => name);
  throw notFound('User', userName, names);
};
