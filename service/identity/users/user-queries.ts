import type { User, UserDetails, UserQuery, UserSort } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { parseFlag } from '#service/http/flag-parameter.ts';
import { isUuid } from '#service/http/ids.ts';
import { buildSearchPatterns } from '#service/http/search-words.ts';
import { LINK_VALIDITY_CONDITION } from '#service/identity/password-links/password-link.ts';
import { findDelayEnd } from '#service/identity/tokens/sign-in-throttle.ts';

const COLUMNS = `
  app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
  app_user.email_address as "emailAddress", app_user.is_active as "isActive", app_user.is_service as "isService",
  array(
    select role.name from user_role
    join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id order by role.name
  ) as roles,
  app_user.password_hash is not null as "hasPassword", app_user.password_grant as "passwordGrant",
  ${formatWireTimeSql('app_user.last_signed_in_at')} as "lastSignedInAt", app_user.revision`;

const SORT_KEYS: Readonly<Record<UserSort, string>> = {
  userName: `lower(app_user.user_name)`,
  name: `lower((app_user.name || ' ' || app_user.surname) collate "default")`,
  lastSignedInAt: `coalesce(app_user.last_signed_in_at, '-infinity')`,
};

/** Returns a statement that lists the users after user $2 in the sort order, or from the beginning if $2 is 0. */
const buildListStatement = (sort: string | undefined): string => {
  const isReverse = sort?.startsWith('-') ?? false;
  const keys = ['app_user.user_id'];
  if (sort !== undefined) keys.unshift(SORT_KEYS[sort.replace('-', '') as UserSort]);
  const sortKey = keys.join(', ');
  const order = keys.map((key) => (isReverse ? `${key} desc` : key)).join(', ');
  return `
  select ${COLUMNS} from app_user
  where app_user.tenant_id = $1
    and ($2::bigint = 0 or (${sortKey}) ${isReverse ? '<' : '>'} (
         select ${sortKey} from app_user where app_user.tenant_id = $1 and app_user.user_id = $2))
    and ($4::text[] is null or lower((app_user.user_name || ' ' || app_user.name || ' ' || app_user.surname || ' '
           || coalesce(app_user.email_address, '')) collate "default") like all (
         select lower(word) from unnest($4::text[]) as word))
    and ($5::text is null or exists (
         select from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
         where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id and lower(role.name) = lower($5)))
    and ($6::uuid is null or exists (
         select from group_member
         where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id and group_member.team_id = $6))
    and ($7::boolean is null or app_user.is_active = $7)
    and ($8::boolean is null or app_user.is_service = $8)
  order by ${order} limit $3 + 1`;
};

export const listUsers = async (
  db: Database,
  tenantId: number,
  { text, role, teamId, isActive, isService, sort }: UserQuery,
  { after, limit }: { after: number; limit: number },
): Promise<User[]> => {
  // No team has an invalid ID.
  if (teamId !== undefined && !isUuid(teamId)) return [];
  return run<User>(db, buildListStatement(sort), [
    tenantId,
    after,
    limit,
    buildSearchPatterns(text),
    role ?? null,
    teamId ?? null,
    parseFlag(isActive) ?? null,
    parseFlag(isService) ?? null,
  ]);
};

const FIND_USER = statement('find-user')`
  select ${COLUMNS}, ${formatWireTimeSql('app_user.created_at')} as "createdAt",
         (select coalesce(json_agg(json_build_object('id', held.team_id, 'title', held.title, 'groups', held.kinds)
                                   order by held.title, held.team_id), '[]')
          from (
            select team.team_id, team.title, array_agg(group_member.kind order by group_member.kind) as kinds
            from group_member
            join team on team.tenant_id = group_member.tenant_id and team.team_id = group_member.team_id
            where group_member.tenant_id = $1 and group_member.user_id = $2 group by team.team_id, team.title
          ) as held) as teams,
         (select coalesce(json_agg(json_build_object('issuer', issuer, 'linkedAt', ${formatWireTimeSql('linked_at')})
                                   order by issuer), '[]')
          from external_identity where tenant_id = $1 and user_id = $2) as "externalIdentities",
         (select coalesce(json_agg(json_build_object('name', login_provider.name, 'confirmedAt', ${formatWireTimeSql('confirmed_at')})
                                   order by login_provider.name), '[]')
          from confirmed_name
          join login_provider on login_provider.tenant_id = confirmed_name.tenant_id
            and login_provider.provider_id = confirmed_name.provider_id
          where confirmed_name.tenant_id = $1 and confirmed_name.user_id = $2) as "confirmedProviders",
         (select coalesce(json_agg(json_build_object(
                   'id', request_id, 'provider', login_provider.name, 'issuer', issuer, 'subject', subject,
                   'requestedAt', ${formatWireTimeSql('requested_at')}, 'expiresAt', ${formatWireTimeSql('expires_at')})
                   order by requested_at desc, request_id), '[]')
          from link_request
          join login_provider on login_provider.tenant_id = link_request.tenant_id
            and login_provider.provider_id = link_request.provider_id
          where link_request.tenant_id = $1 and link_request.user_id = $2 and expires_at > now()) as "linkRequests",
         (select json_build_object('purpose', purpose, 'expiresAt', ${formatWireTimeSql('expires_at')})
          from password_link where tenant_id = $1 and user_id = $2 and ${LINK_VALIDITY_CONDITION}) as "passwordLink"
  from app_user where app_user.tenant_id = $1 and app_user.user_id = $2`.narrow<
  Pick<UserDetails, 'teams' | 'externalIdentities' | 'confirmedProviders' | 'linkRequests' | 'passwordLink'>
>();

export const findUser = async (
  db: Database,
  { tenantId, tenancyName }: { tenantId: number; tenancyName: string },
  userId: number,
): Promise<UserDetails | undefined> => {
  const [user] = await run(db, FIND_USER, [tenantId, userId]);
  if (!user) return undefined;
  const delayEnd = await findDelayEnd(db, tenancyName, user.userName);
  return { ...user, lockedUntil: delayEnd?.toISOString() ?? null };
};
