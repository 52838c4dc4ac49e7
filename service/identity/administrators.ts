import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Permission } from './permissions.ts';

/** A user with any of these permissions can obtain all others. Team roles cannot contain them. */
const ADMINISTRATOR_PERMISSIONS: readonly Permission[] = ['Users.Manage', 'Tokens.Manage', 'SignIn.Manage'];

const LIST_NON_ADMINISTRATORS = statement('list-ordinary-users')`
  select id from unnest($2::bigint[]) as id
  where not exists (
    select from user_role
    join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = id and role.is_tenant_wide and role.permissions && $3::text[]
  )`.narrow<{ id: number }>();

export const listNonAdministrators = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<number[]> => {
  const users = await run(trx, LIST_NON_ADMINISTRATORS, [tenantId, userIds, ADMINISTRATOR_PERMISSIONS]);
  return users.map(({ id }) => id);
};

export const isAdministrator = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<boolean> => (await listNonAdministrators(trx, tenantId, [userId])).length === 0;

/**
 * Revokes the identity provider sign-ins of users who have just become administrators: a provider may have matched
 * them by user name alone (L11). `nonAdministratorIds` are the users who were not administrators before the change.
 * Their rows are locked first: a concurrent sign-in either commits first and is revoked here, or starts later and is
 * checked against the new roles.
 */
export const revokeProviderSignIns = async (
  trx: DatabaseTransaction,
  tenantId: number,
  nonAdministratorIds: readonly number[],
): Promise<void> => {
  if (nonAdministratorIds.length === 0) return;
  await run(
    trx,
    'select from app_user where tenant_id = $1 and user_id = any($2::bigint[]) order by user_id for no key update',
    [tenantId, nonAdministratorIds],
  );
  const remainingIds = new Set(await listNonAdministrators(trx, tenantId, nonAdministratorIds));
  const newAdministratorIds = nonAdministratorIds.filter((id) => !remainingIds.has(id));
  if (newAdministratorIds.length === 0) return;
  const values = [tenantId, newAdministratorIds];
  await run(
    trx,
    'delete from access_token where tenant_id = $1 and user_id = any($2::bigint[]) and login_provider is not null',
    values,
  );
  await run(
    trx,
    'delete from session where tenant_id = $1 and user_id = any($2::bigint[]) and login_provider is not null',
    values,
  );
};

const LIST_ADMINISTRATOR_ROLES = statement('list-administrator-roles')`
  select name from role where tenant_id = $1 and is_tenant_wide and permissions && $2::text[]`;

/** Returns the names in lower case. */
export const listAdministratorRoles = async (trx: DatabaseTransaction, tenantId: number) => {
  const roles = await run(trx, LIST_ADMINISTRATOR_ROLES, [tenantId, ADMINISTRATOR_PERMISSIONS]);
  return new Set(roles.map(({ name }) => name.toLowerCase()));
};
