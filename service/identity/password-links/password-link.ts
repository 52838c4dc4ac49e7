import type { LinkPurpose } from '#contract/password-link.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, type RowOf, run, statement } from '#service/database/statement.ts';
import { createTokenKind, hashSecret } from '#service/identity/tokens/secret-token.ts';

/** How long a link is valid, in seconds. */
export const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * 60 * 60,
  reset: 60 * 60,
};

export const CHOOSE_PASSWORD_PATH = '/choose-password';

export const LINK_TOKEN = createTokenKind('');

const formatTenantPermissionsSql = (user: 'user_id' | 'created_by') => `
  select unnest(role.permissions) from user_role
  join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
  where user_role.tenant_id = $1 and user_role.user_id = password_link.${user} and role.is_tenant_wide`;

/**
 * The link's creator must still be allowed to create it. Otherwise, creators who saved the link could use it to gain
 * permissions granted to the user later, or to retain access after leaving.
 */
export const LINK_VALIDITY_CONDITION = `
  password_link.expires_at > now()
  and exists (
    select from app_user as creator
    where creator.tenant_id = $1 and creator.user_id = password_link.created_by and creator.is_active)
  and not exists ((${formatTenantPermissionsSql('user_id')} union select 'Users.Manage') except ${formatTenantPermissionsSql('created_by')})`;

const FIND_PASSWORD_LINK = statement('find-password-link')`
  select app_user.tenant_id as "tenantId", tenant.tenancy_name as "tenancyName", app_user.user_id as "userId",
         app_user.user_name as "userName", app_user.name, app_user.email_address as "emailAddress",
         password_link.purpose, password_link.expires_at as "expiresAt"
  from password_link
  join app_user on app_user.tenant_id = password_link.tenant_id and app_user.user_id = password_link.user_id
  join tenant on tenant.tenant_id = password_link.tenant_id
  where password_link.tenant_id = $1 and password_link.token_hash = $2 and ${LINK_VALIDITY_CONDITION}
    and app_user.is_active and not app_user.is_service`.narrow<{ purpose: LinkPurpose }>();

export type PasswordLink = RowOf<typeof FIND_PASSWORD_LINK>;

export const findPasswordLink = async (db: Database, token: string): Promise<PasswordLink | undefined> => {
  const tenantId = LINK_TOKEN.parseTenantId(token);
  if (tenantId === undefined) return undefined;
  return findRow(db, FIND_PASSWORD_LINK, [tenantId, hashSecret(token)]);
};

export const deleteExpiredLinks = async (db: Database): Promise<void> => {
  await run(db, 'delete from password_link where expires_at < now() - make_interval(hours => $1)', [24]);
};
