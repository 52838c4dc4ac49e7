import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Permission } from './permissions.ts';

/** Each of these permissions is enough to gain all others. Roles within teams cannot contain them. */
const ADMINISTRATORS_HOLD: readonly Permission[] = ['Users.Manage', 'Tokens.Manage', 'SignIn.Manage'];

const LIST_ORDINARY_USERS = statement('list-ordinary-users')`
  select id from unnest($2::bigint[]) as id
  where not exists (
    select from user_role
    join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = id and role.is_tenant_wide and role.permissions && $3::text[]
  )`.narrow<{ id: number }>();

/** Returns those of the given users who cannot manage users, tokens or sign-in. */
export const listOrdinaryUsers = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<number[]> => {
  const users = await run(trx, LIST_ORDINARY_USERS, [tenantId, userIds, ADMINISTRATORS_HOLD]);
  return users.map(({ id }) => id);
};

/** Returns true if the user can manage users, tokens or sign-in. */
export const isAdministrator = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<boolean> => (await listOrdinaryUsers(trx, tenantId, [userId])).length === 0;

/**
 * Ends the access tokens and sessions that `ordinary` users obtained from identity providers, for those who have since become
 * administrators. A provider may have matched them by user name alone, and administrators need a confirmation (L11).
 * The user rows are locked first: a concurrent sign-in either commits before and is found, or starts later and is checked.
 */
export const endProviderSignIns = async (
  trx: DatabaseTransaction,
  tenantId: number,
  ordinary: readonly number[],
): Promise<void> => {
  if (ordinary.length === 0) return;
  await run(
    trx,
    'select from app_user where tenant_id = $1 and user_id = any($2::bigint[]) order by user_id for no key update',
    [tenantId, ordinary],
  );
  const stillOrdinary = new Set(await listOrdinaryUsers(trx, tenantId, ordinary));
  const administrators = ordinary.filter((id) => !stillOrdinary.has(id));
  if (administrators.length === 0) return;
  const values = [tenantId, administrators];
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

/** The names, in lower case, of the roles with permission to manage users, tokens or sign-in. */
export const rolesOfAdministrators = async (
  trx: DatabaseTransaction,
  tenantId: number,
): Promise<ReadonlySet<string>> => {
  const roles = await run(trx, LIST_ADMINISTRATOR_ROLES, [tenantId, ADMINISTRATORS_HOLD]);
  return new Set(roles.map(({ name }) => name.toLowerCase()));
};
