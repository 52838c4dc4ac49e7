import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { createTokenKind, hashSecret } from './secret-token.ts';

/** How long an access token is valid, in seconds (contract, Limits). */
export const TOKEN_LIFETIME = 1_800;

export const ACCESS_TOKEN = createTokenKind('ronda_');

/** Contains the hash of the verified secret, which may be replaced before the token is issued. */
export type PasswordSignIn = { tenantId: number; userId: number; clientId: null; passwordHash: string };
export type ClientSignIn = { tenantId: number; userId: number; clientId: string; secretHash: Buffer };
type ProviderSignIn = { tenantId: number; userId: number; clientId: null; loginProvider: string };
export type VerifiedSignIn = PasswordSignIn | ClientSignIn | ProviderSignIn;

/** The alias avoids an error in Citus, which otherwise returns columns of the wrong table name. */
const INSERT_TOKEN = `
  insert into access_token as token (tenant_id, token_hash, user_id, expires_at, client_id, login_provider)
  select app_user.tenant_id, $2, app_user.user_id, now() + make_interval(secs => $4)`;

const ISSUE_BY_PASSWORD = statement('issue-token-by-password')`${INSERT_TOKEN}, null, null
  from app_user
  where app_user.tenant_id = $1 and app_user.user_id = $3 and app_user.is_active and app_user.password_hash = $5
  for share
  returning issued_at as "issuedAt", expires_at as "expiresAt"`;

const ISSUE_BY_CLIENT = statement('issue-token-by-client')`${INSERT_TOKEN}, api_token.client_id, null
  from app_user join api_token on api_token.tenant_id = $1 and api_token.user_id = app_user.user_id
  where app_user.tenant_id = $1 and app_user.user_id = $3 and app_user.is_active
    and api_token.secret_hash = $5 and api_token.client_id = $6
  for share
  returning issued_at as "issuedAt", expires_at as "expiresAt"`;

const ISSUE_BY_PROVIDER = statement('issue-token-by-provider')`${INSERT_TOKEN}, null, $5
  from app_user
  where app_user.tenant_id = $1 and app_user.user_id = $3 and app_user.is_active and not app_user.is_service
  for share
  returning issued_at as "issuedAt", expires_at as "expiresAt"`;

/**
 * Returns undefined if the verified secret is no longer valid. The user and API token rows are locked: a
 * concurrent revocation either commits first, or runs afterwards and finds the new access token (decision A7).
 */
export const issueToken = async (db: Database, verifiedSignIn: VerifiedSignIn) => {
  const { tenantId, userId } = verifiedSignIn;
  const accessToken = ACCESS_TOKEN.create(tenantId);
  const [issueStatement, ...secrets] = chooseIssueStatement(verifiedSignIn);
  const [times] = await run(db, issueStatement, [
    tenantId,
    hashSecret(accessToken),
    userId,
    TOKEN_LIFETIME,
    ...secrets,
  ]);
  return times && { accessToken, ...times };
};

const chooseIssueStatement = (
  verifiedSignIn: VerifiedSignIn,
): [issueStatement: typeof ISSUE_BY_CLIENT, ...secrets: unknown[]] => {
  if (verifiedSignIn.clientId !== null)
    return [ISSUE_BY_CLIENT, verifiedSignIn.secretHash, verifiedSignIn.clientId];
  return 'loginProvider' in verifiedSignIn
    ? [ISSUE_BY_PROVIDER, verifiedSignIn.loginProvider]
    : [ISSUE_BY_PASSWORD, verifiedSignIn.passwordHash];
};

/**
 * Revokes all of a user's access (decision A7), except the credential with `tokenHashToKeep`, and returns the counts.
 * Devices are deleted last: deleting the sessions waits for concurrent requests that add devices. Devices with a
 * pending erasure are not deleted, so that they still receive the erase command.
 */
export const revokeAccess = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  { tokenHashToKeep }: { tokenHashToKeep?: Buffer | undefined } = {},
): Promise<{ accessTokens: number; sessions: number; devices: number }> => {
  const values = [tenantId, userId, tokenHashToKeep ?? null];
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
  const devices = await run(
    trx,
    `delete from device where tenant_id = $1 and user_id = $2 and erasure_requested_at is null returning user_id`,
    [tenantId, userId],
  );
  return { accessTokens: accessTokens.length, sessions: sessions.length, devices: devices.length };
};

export const deleteExpiredTokens = async (db: Database): Promise<void> => {
  await run(db, `delete from access_token where expires_at < now() - make_interval(secs => $1)`, [
    TOKEN_LIFETIME,
  ]);
};
