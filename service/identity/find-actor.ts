import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Actor } from './actor.ts';
import { DEVICE_TOKEN, formatSignedInDeviceSql } from './devices/device.ts';
import { deviceErasurePending } from './devices/device-problems.ts';
import { DEVICE_PERMISSIONS } from './permissions.ts';
import { SESSION_LIMITS, SESSION_TOKEN } from './sessions/session.ts';
import { ACCESS_TOKEN, hashSecret } from './tokens/access-token.ts';

/**
 * Builds the query that finds the owner of a credential. There is only one query, because it runs for every request.
 */
const buildOwnerQuery = (columns: string, credential: string, isValid: string) => `
  select ${columns}, credential.login_provider,
         tenant.tenancy_name, app_user.user_id, app_user.user_name, app_user.name, app_user.surname,
         app_user.email_address, held.roles, held.tenant_wide, held.within_teams,
         array(
           select distinct group_member.team_id from group_member
           where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
         ) as team_ids,
         coalesce((
           select floor from feed_reader where tenant_id = $1 and feed_reader.user_id = app_user.user_id
         ), 0)::text as feed_floor
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

type Permissions = { roles: string[]; tenant_wide: string[]; within_teams: string[] };

const FIND_TOKEN_OWNER = statement('find-token-owner')`${buildOwnerQuery(
  'credential.client_id, null as session_id, null as device_id',
  `access_token as credential
   left join api_token on api_token.tenant_id = credential.tenant_id and api_token.client_id = credential.client_id`,
  '(api_token.expires_at is null or api_token.expires_at > now())',
)}`.narrow<Permissions>();

const FIND_SESSION_OWNER = statement('find-session-owner')`${buildOwnerQuery(
  'null as client_id, credential.session_id, null as device_id',
  'session as credential',
  `credential.last_seen_at > now() - make_interval(secs => ${SESSION_LIMITS.idle})`,
)}`.narrow<Permissions>();

const FIND_DEVICE_OWNER = statement('find-device-owner')`${buildOwnerQuery(
  'null as client_id, null as session_id, credential.device_id',
  'device as credential',
  formatSignedInDeviceSql('credential'),
)}`.narrow<Permissions>();

/** The format of each kind of credential, and the statement that finds its owner. */
const KINDS = [
  { pattern: ACCESS_TOKEN, statement: FIND_TOKEN_OWNER },
  { pattern: SESSION_TOKEN, statement: FIND_SESSION_OWNER },
  { pattern: DEVICE_TOKEN, statement: FIND_DEVICE_OWNER },
];

/** Returns true if the string looks like an access token, session token or device token. */
export const isCredential = (secret: string): boolean => KINDS.some(({ pattern }) => pattern.test(secret));

/**
 * Finds the owner of an access token, session or device. Returns undefined if it is unknown, expired or revoked, or if
 * its user or API token is not active. Throws if the device has to erase its data.
 */
export const findActor = async (db: Database, secret: string): Promise<Actor | undefined> => {
  const kind = KINDS.find(({ pattern }) => pattern.test(secret));
  if (!kind) return undefined;
  const tenantId = Number(kind.pattern.exec(secret)![1]);
  const [row] = await run(db, kind.statement, [tenantId, hashSecret(secret)]);
  if (!row) {
    if (kind.pattern === DEVICE_TOKEN) await rejectIfErasurePending(db, tenantId, secret);
    return undefined;
  }
  const effectivePermissions = (permissions: readonly string[]) =>
    new Set(
      row.device_id === null
        ? permissions
        : permissions.filter((permission) => DEVICE_PERMISSIONS.has(permission)),
    );
  return {
    tenantId,
    tenancyName: row.tenancy_name,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    surname: row.surname,
    emailAddress: row.email_address,
    clientId: row.client_id,
    sessionId: row.session_id,
    deviceId: row.device_id,
    loginProvider: row.login_provider,
    roles: row.roles,
    tenantWide: effectivePermissions(row.tenant_wide),
    withinTeams: effectivePermissions(row.within_teams),
    teamIds: row.team_ids,
    feedFloor: row.feed_floor,
  };
};

/** Throws if the device has to erase its data, even if its user can no longer sign in. */
const rejectIfErasurePending = async (db: Database, tenantId: number, deviceToken: string): Promise<void> => {
  const devices = await run(
    db,
    `select from device
     where tenant_id = $1 and token_hash = $2 and erasure_requested_at is not null and expires_at > now()`,
    [tenantId, hashSecret(deviceToken)],
  );
  if (devices.length > 0) throw deviceErasurePending('unauthenticated');
};
