import { createHash, randomBytes } from 'node:crypto';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';

/** Seconds an access token lives (contract, Limits). */
export const TOKEN_LIFETIME = 1_800;

const TOKEN_BYTES = 32;

/**
 * `ronda_<tenant>_<256 random bits>`: the prefix lets secret scanners find a leaked token, the tenant leads to the
 * right shard. Only the token's SHA-256 is stored; 256 random bits need no slow hash.
 */
const ACCESS_TOKEN = /^ronda_(\d{1,9})_[A-Za-z0-9_-]{43}$/;

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type IssuedToken = { accessToken: string; issuedAt: Date; expiresAt: Date };

/**
 * Who proved to be somebody, and the stored secret it was proved against. Comparing takes a while, in which the secret
 * may be replaced and the user be disabled.
 */
export type SignedIn = { tenantId: number; userId: number } & (
  | { clientId: null; passwordHash: string }
  | { clientId: string; secretHash: Buffer }
);

const INSERT_TOKEN = `
  insert into access_token (tenant_id, token_hash, user_id, client_id, expires_at)
  select $1, $2, app_user.user_id, $4, now() + make_interval(secs => $5)`;

const ISSUE_BY_PASSWORD = `${INSERT_TOKEN}
  from app_user
  where app_user.tenant_id = $1 and app_user.user_id = $3 and app_user.is_active and app_user.password_hash = $6
  for share
  returning issued_at, expires_at`;

const ISSUE_BY_CLIENT = `${INSERT_TOKEN}
  from app_user join api_token on api_token.tenant_id = $1 and api_token.user_id = app_user.user_id
  where app_user.tenant_id = $1 and app_user.user_id = $3 and app_user.is_active
    and api_token.client_id = $4 and api_token.secret_hash = $6
  for share
  returning issued_at, expires_at`;

/**
 * Issues a token, unless what it was earned with no longer counts: then undefined. The rows are locked, so that who
 * ends an access and revokes its tokens does so before this, which then sees it, or after, and finds the token (decision
 * A7). Both times are the database's, so that processes with different clocks agree.
 */
export const issueToken = async (db: Database, signedIn: SignedIn): Promise<IssuedToken | undefined> => {
  const { tenantId, userId, clientId } = signedIn;
  const accessToken = `ronda_${tenantId}_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const [issued] = await run<{ issued_at: Date; expires_at: Date }>(
    db,
    clientId === null ? ISSUE_BY_PASSWORD : ISSUE_BY_CLIENT,
    [
      tenantId,
      hashSecret(accessToken),
      userId,
      clientId,
      TOKEN_LIFETIME,
      clientId === null ? signedIn.passwordHash : signedIn.secretHash,
    ],
  );
  return issued && { accessToken, issuedAt: issued.issued_at, expiresAt: issued.expires_at };
};

type ActorRow = {
  tenancy_name: string;
  user_id: number;
  user_name: string;
  name: string;
  surname: string;
  email_address: string | null;
  client_id: string | null;
  roles: string[];
  tenant_wide: string[];
  within_teams: string[];
  team_ids: string[];
  feed_floor: string;
};

const FIND_ACTOR = `
  select tenant.tenancy_name, app_user.user_id, app_user.user_name, app_user.name, app_user.surname,
         app_user.email_address, access_token.client_id, held.roles, held.tenant_wide, held.within_teams,
         array(
           select distinct group_member.team_id from group_member
           where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
         ) as team_ids,
         coalesce((
           select floor from feed_reader where tenant_id = $1 and feed_reader.user_id = app_user.user_id
         ), 0)::text as feed_floor
  from access_token
  join app_user on app_user.tenant_id = access_token.tenant_id and app_user.user_id = access_token.user_id
  join tenant on tenant.tenant_id = access_token.tenant_id
  left join api_token on api_token.tenant_id = access_token.tenant_id and api_token.client_id = access_token.client_id
  cross join lateral (
    select coalesce(array_agg(distinct role.name), '{}') as roles,
           coalesce(array_agg(distinct granted) filter (where role.is_tenant_wide and granted is not null), '{}') as tenant_wide,
           coalesce(array_agg(distinct granted) filter (where not role.is_tenant_wide and granted is not null), '{}') as within_teams
    from user_role
    join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
    left join lateral unnest(role.permissions) as granted on true
    where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id
  ) as held
  where access_token.tenant_id = $1 and access_token.token_hash = $2 and access_token.expires_at > now()
    and app_user.is_active and (api_token.expires_at is null or api_token.expires_at > now())`;

/** Who bears the token; undefined when it is unknown, expired or revoked, or its user or API token no longer counts. */
export const findActor = async (db: Database, accessToken: string): Promise<Actor | undefined> => {
  const tenantId = Number(ACCESS_TOKEN.exec(accessToken)?.[1]);
  if (!Number.isInteger(tenantId)) return undefined;
  const [row] = await run<ActorRow>(db, FIND_ACTOR, [tenantId, hashSecret(accessToken)]);
  if (!row) return undefined;
  return {
    tenantId,
    tenancyName: row.tenancy_name,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    surname: row.surname,
    emailAddress: row.email_address,
    clientId: row.client_id,
    roles: row.roles,
    tenantWide: new Set(row.tenant_wide),
    withinTeams: new Set(row.within_teams),
    teamIds: row.team_ids,
    feedFloor: row.feed_floor,
  };
};

/**
 * Ends every access token and every session of a user for good (decision A7), but that with `exceptSecret`, the hash of
 * what a caller has just shown, and says how many.
 */
export const revokeAccess = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  { exceptSecret }: { exceptSecret?: Buffer | undefined } = {},
): Promise<{ accessTokens: number; sessions: number }> => {
  const values = [tenantId, userId, exceptSecret ?? null];
  const accessTokens = await run(
    trx,
    `delete from access_token
     where tenant_id = $1 and user_id = $2 and ($3::bytea is null or token_hash <> $3) returning user_id`,
    values,
  );
  const sessions = await run(
    trx,
    `delete from session
     where tenant_id = $1 and user_id = $2 and ($3::bytea is null or token_hash <> $3) returning user_id`,
    values,
  );
  return { accessTokens: accessTokens.length, sessions: sessions.length };
};

/** Forgets tokens that have expired; called now and then. */
export const deleteExpiredTokens = async (db: Database): Promise<void> => {
  await run(db, `delete from access_token where expires_at < now() - make_interval(secs => $1)`, [
    TOKEN_LIFETIME,
  ]);
};
