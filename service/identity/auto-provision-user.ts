import { EMAIL_ADDRESS_PATTERN, USER_NAME_PATTERN } from '#contract/user.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { listNonAdministrators, revokeProviderSignIns } from './administrators.ts';
import { type Change, type ChangeSummary, summarizeChanges } from './change-summary.ts';

const USER_NAME_REGEX = new RegExp(USER_NAME_PATTERN);
const EMAIL_ADDRESS_REGEX = new RegExp(EMAIL_ADDRESS_PATTERN);
const MAX_EMAIL_ADDRESS_LENGTH = 254;

const AUTO_PROVISION_USER = statement('auto-provision-user')`
  insert into app_user (tenant_id, user_name, name, surname, email_address, is_auto_provisioned)
  select $1, $2, $3, $4, case when not exists (
    select from app_user where tenant_id = $1 and lower(email_address) = lower($5::text collate "C")
  ) then $5 end, true
  on conflict do nothing returning user_id`;

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
  const isValidAddress =
    emailAddress !== null &&
    EMAIL_ADDRESS_REGEX.test(emailAddress) &&
    emailAddress.length <= MAX_EMAIL_ADDRESS_LENGTH;
  const [user] = await run(trx, AUTO_PROVISION_USER, [
    tenantId,
    userName,
    name ?? userName,
    surname ?? '',
    isValidAddress ? emailAddress : null,
  ]);
  return user?.user_id;
};

const ADJUST_ROLES = statement('adjust-roles')`
  with expected as (
    select role_id from role
    where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name)
  ), managed as (
    select role_id from role
    where tenant_id = $1 and lower(name) in (select lower(name) from unnest($4::text[]) as name)
  ), removed as (
    delete from user_role
    where tenant_id = $1 and user_id = $2 and role_id in (select role_id from managed)
      and role_id not in (select role_id from expected)
    returning role_id
  ), added as (
    insert into user_role (tenant_id, user_id, role_id) select $1, $2, role_id from expected
    on conflict do nothing returning role_id
  )
  select role.name, 'removed' as change from removed join role on role.tenant_id = $1 and role.role_id = removed.role_id
  union all
  select role.name, 'added' from added join role on role.tenant_id = $1 and role.role_id = added.role_id
  order by name`.narrow<Change>();

/** Grants a user the roles in `expected`, and revokes all others in `managed`. Ignores nonexistent roles. */
export const adjustRoles = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { expected, managed }: { expected: readonly string[]; managed: readonly string[] },
): Promise<ChangeSummary> => {
  const nonAdministratorIds = await listNonAdministrators(trx, tenantId, [userId]);
  const changes = await run(trx, ADJUST_ROLES, [tenantId, userId, expected, managed]);
  await revokeProviderSignIns(trx, tenantId, nonAdministratorIds);
  return summarizeChanges(changes);
};
