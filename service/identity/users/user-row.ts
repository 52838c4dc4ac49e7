import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, hasRow, type RowOf, run, statement } from '#service/database/statement.ts';
import { userNotFound } from '#service/identity/identity-problems.ts';

const SELECT_USER = `
  select app_user.tenant_id as "tenantId", tenant.tenancy_name as "tenancyName", app_user.user_id as "userId",
         app_user.user_name as "userName", app_user.name, app_user.surname, app_user.email_address as "emailAddress",
         app_user.is_active as "isActive", app_user.is_service as "isService", app_user.password_hash as "passwordHash",
         app_user.password_grant as "passwordGrant", app_user.revision
  from app_user join tenant on tenant.tenant_id = app_user.tenant_id
  where app_user.tenant_id = $1`;

const LOCK_USER = statement(
  'lock-user',
)`${SELECT_USER} and app_user.user_id = $2 for no key update of app_user`;

export type UserRow = RowOf<typeof LOCK_USER>;

export const lockUser = async (trx: DatabaseTransaction, tenantId: number, userId: number) => {
  const [user] = await run(trx, LOCK_USER, [tenantId, userId]);
  if (!user) throw userNotFound(userId);
  return user;
};

const LOCK_USER_NAMED = statement('lock-user-named')`
  ${SELECT_USER} and lower(app_user.user_name) = lower($2 collate "C") for no key update of app_user`;

/** The name is case-insensitive. Returns undefined if there is no such user. */
export const lockUserNamed = (trx: DatabaseTransaction, tenantId: number, userName: string) =>
  findRow(trx, LOCK_USER_NAMED, [tenantId, userName]);

export const requireUser = async (db: Database, tenantId: number, userId: number): Promise<void> => {
  const isKnown = await hasRow(db, 'select from app_user where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ]);
  if (!isKnown) throw userNotFound(userId);
};
