import { EMAIL_ADDRESS_PATTERN, USER_NAME_PATTERN } from '#contract/user.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import { listNonAdministrators, revokeProviderSignIns } from './administrators.ts';
import { type Change, type ChangeSummary, summarizeChanges } from './change-summary.ts';

const USER_NAME_REGEX = new RegExp(USER_NAME_PATTERN);
const EMAIL_ADDRESS_REGEX = new RegExp(EMAIL_ADDRESS_PATTERN);
const MAX_EMAIL_ADDRESS_LENGTH = 254;

const AUTO_PROVISION_USER = statement('auto-provision-user')`
  insert into app_user (tenant_id, user_name, name, surname, email_address, is_auto_provisioned)
  values ($1, $2, $3, $4, $5, true)
  on conflict do nothing returning user_id`;

const FIND_OWNER_OF_ADDRESS = `
  select from app_user where tenant_id = $1 and lower(email_address) = lower($2 collate "C")`;

/**
 * Creates an active user without a password from a provider's claims (L12). Returns undefined if the user name is taken
 * or invalid. Omits an email address owned by another user: addresses must not link accounts (S14).
 */
export const autoProvisionUser = async (
  trx: DatabaseTransaction,
  tenantId: number,
  profile: { userName: string; name: string | null; surname: string | null; emailAddress: string | null },
): Promise<number | undefined> => {
  const { userName, name, surname, emailAddress } = profile;
  if (!USER_NAME_REGEX.test(userName)) return undefined;
  const isUsableAddress =
    emailAddress !== null &&
    EMAIL_ADDRESS_REGEX.test(emailAddress) &&
    emailAddress.length <= MAX_EMAIL_ADDRESS_LENGTH &&
    !(await hasRow(trx, FIND_OWNER_OF_ADDRESS, [tenantId, emailAddress]));
  const [user] = await run(trx, AUTO_PROVISION_USER, [
    tenantId,
    userName,
    name ?? userName,
    surname ?? '',
    isUsableAddress ? emailAddress : null,
  ]);
  return user?.user_id;
};

const REVOKE_ROLES = statement('revoke-roles')`
  delete from user_role using role
  where user_role.tenant_id = $1 and user_role.user_id = $2
    and role.tenant_id = $1 and role.role_id = user_role.role_id
    and lower(role.name) in (select lower(name) from unnest($4::text[]) as name)
    and lower(role.name) not in (select lower(name) from unnest($3::text[]) as name)
  returning role.name`;

const GRANT_ROLES = statement('grant-roles')`
  insert into user_role (tenant_id, user_id, role_id)
  select tenant_id, $2, role_id from role
  where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name)
  on conflict do nothing returning role_id`;

const LIST_ROLE_NAMES = statement('list-granted-roles')`
  select name from role where tenant_id = $1 and role_id = any($2::bigint[])`;

/** Grants a user the roles in `expected`, and revokes all others in `managed`. Ignores nonexistent roles. */
export const adjustRoles = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { expected, managed }: { expected: readonly string[]; managed: readonly string[] },
): Promise<ChangeSummary> => {
  const nonAdministratorIds = await listNonAdministrators(trx, tenantId, [userId]);
  const revokedRoles = await run(trx, REVOKE_ROLES, [tenantId, userId, expected, managed]);
  const grantedRoles = await run(trx, GRANT_ROLES, [tenantId, userId, expected]);
  const grantedIds = grantedRoles.map(({ role_id }) => role_id);
  const grantedNames = await run(trx, LIST_ROLE_NAMES, [tenantId, grantedIds]);
  await revokeProviderSignIns(trx, tenantId, nonAdministratorIds);
  return summarizeChanges([
    ...revokedRoles.map(({ name }): Change => ({ name, change: 'removed' })),
    ...grantedNames.map(({ name }): Change => ({ name, change: 'added' })),
  ]);
};
