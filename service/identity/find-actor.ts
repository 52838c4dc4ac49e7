import type { Database } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import type { Actor } from './actor.ts';
import { DEVICE_TOKEN, formatSignedInDeviceSql } from './devices/device.ts';
import { deviceErasurePending } from './devices/device-problems.ts';
import { DEVICE_PERMISSIONS } from './permissions.ts';
import { SESSION_LIMITS, SESSION_TOKEN } from './sessions/session.ts';
import { ACCESS_TOKEN } from './tokens/access-token.ts';
import { hashSecret } from './tokens/secret-token.ts';

/** Fetches the owner, roles and teams in a single query: it runs on every request. */
const buildOwnerQuery = (columns: string, credential: string, isValid: string) => `
  select ${columns}, credential.login_provider as "loginProvider", tenant.tenancy_name as "tenancyName",
         app_user.user_id as "userId", app_user.user_name as "userName", app_user.name, app_user.surname,
         app_user.email_address as "emailAddress", held.roles, held.tenant_wide as "tenantWide",
         held.within_teams as "withinTeams",
         array(
           select distinct group_member.team_id from group_member
           where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
         ) as "teamIds",
         coalesce((
           select floor from feed_reader where tenant_id = $1 and feed_reader.user_id = app_user.user_id
         ), 0)::text as "feedFloor"
  from ${credential}
  join app_user on app_user.tenant_id = credential.tenant_id and app_user.user_id = credential.user_id
  join tenant on tenant.tenant_id = credential.tenant_id
  cross join lateral (
    select coalesce(array_agg(distinct role.name), '{}') as roles,
           coalesce(array_agg(distinct granted) filter (where role.is_tenant_wide and granted is not null), '{}') as tenant_wide,
           coalesce(array_agg(distinct granted) filter (where not role.is_tenant_wide and granted is not null), '{}') as within_teams
    from user_role
    join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    left join lateral unnest(role.permissions) as granted on true
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id
  ) as held
  where credential.tenant_id = $1 and credential.token_hash = $2 and credential.expires_at > now()
    and app_user.is_active and ${isValid}`;

type Permissions = { roles: string[]; tenantWide: string[]; withinTeams: string[] };

const FIND_TOKEN_OWNER = statement('find-token-owner')`${buildOwnerQuery(
  'credential.client_id as "clientId", null as "sessionId", null as "deviceId"',
  `access_token as credential
   left join api_token on api_token.tenant_id = credential.tenant_id and api_token.client_id = credential.client_id`,
  '(api_token.expires_at is null or api_token.expires_at > now())',
)}`.narrow<Permissions>();

const FIND_SESSION_OWNER = statement('find-session-owner')`${buildOwnerQuery(
  'null as "clientId", credential.session_id as "sessionId", null as "deviceId"',
  'session as credential',
  `credential.last_seen_at > now() - make_interval(secs => ${SESSION_LIMITS.idle})`,
)}`.narrow<Permissions>();

const FIND_DEVICE_OWNER = statement('find-device-owner')`${buildOwnerQuery(
  'null as "clientId", null as "sessionId", credential.device_id as "deviceId"',
  'device as credential',
  formatSignedInDeviceSql('credential'),
)}`.narrow<Permissions>();

const CREDENTIALS = [
  { kind: ACCESS_TOKEN, statement: FIND_TOKEN_OWNER },
  { kind: SESSION_TOKEN, statement: FIND_SESSION_OWNER },
  { kind: DEVICE_TOKEN, statement: FIND_DEVICE_OWNER },
];

export const isWellFormedCredential = (secret: string): boolean =>
  CREDENTIALS.some(({ kind }) => kind.parseTenantId(secret) !== undefined);

/** Returns undefined if the credential, its user or its API token is unknown or no longer valid. */
export const findActor = async (db: Database, secret: string): Promise<Actor | undefined> => {
  const credential = CREDENTIALS.find(({ kind }) => kind.parseTenantId(secret) !== undefined);
  if (!credential) return undefined;
  const tenantId = credential.kind.parseTenantId(secret)!;
  const [row] = await run(db, credential.statement, [tenantId, hashSecret(secret)]);
  if (!row) {
    if (credential.kind === DEVICE_TOKEN) await rejectIfErasurePending(db, tenantId, secret);
    return undefined;
  }
  const limitToDevice = (permissions: readonly string[]) =>
    new Set(
      row.deviceId === null
        ? permissions
        : permissions.filter((permission) => DEVICE_PERMISSIONS.has(permission)),
    );
  const { tenantWide, withinTeams, ...owner } = row;
  return {
    tenantId,
    ...owner,
    tenantWidePermissions: limitToDevice(tenantWide),
    teamPermissions: limitToDevice(withinTeams),
  };
};

/** Throws if the device has to erase its data, even if its user can no longer sign in. */
const rejectIfErasurePending = async (db: Database, tenantId: number, deviceToken: string): Promise<void> => {
  const isPending = await hasRow(
    db,
    `select from device
     where tenant_id = $1 and token_hash = $2 and erasure_requested_at is not null and expires_at > now()`,
    [tenantId, hashSecret(deviceToken)],
  );
  if (isPending) throw deviceErasurePending('unauthenticated');
};
