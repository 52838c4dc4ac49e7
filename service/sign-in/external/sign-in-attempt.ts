import type { Database } from '#service/database/connect.ts';
import { findRow, hasRow, run, statement } from '#service/database/statement.ts';
import { createRandomSecret, createTokenKind, hashSecret } from '#service/identity/tokens/secret-token.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

// Attempts are stored in the database, with hashed secrets, so that any process can handle the callback (L5).

/** What a sign-in is for: an access token (ExternalLogin), a session (the sign-in page), or testing the provider. */
type SignInPurpose = 'token' | 'session' | 'test';

/** How long a sign-in may take, in seconds (L5). */
const LIFETIME = 600;

const STATE = createTokenKind('');

export type SignInAttempt = {
  tenantId: number;
  providerId: string;
  purpose: SignInPurpose;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** The calling application's state, which it gets back. */
  callerState: string | null;
  /** The identity, or the reason for rejecting it, until the browser that started the sign-in returns (L6). */
  identity: VerifiedIdentity | { refused: string } | null;
};

export const createAttempt = async (
  db: Database,
  attempt: Omit<SignInAttempt, 'nonce' | 'codeVerifier' | 'identity'>,
  browserSecret: string,
): Promise<{ state: string; nonce: string; codeVerifier: string }> => {
  const secrets = {
    state: STATE.create(attempt.tenantId),
    nonce: createRandomSecret(),
    codeVerifier: createRandomSecret(),
  };
  await run(
    db,
    `insert into sign_in_attempt (tenant_id, state_hash, provider_id, purpose, browser_hash, nonce, code_verifier,
                                  redirect_uri, caller_state, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))`,
    [
      attempt.tenantId,
      hashSecret(secrets.state),
      attempt.providerId,
      attempt.purpose,
      hashSecret(browserSecret),
      secrets.nonce,
      secrets.codeVerifier,
      attempt.redirectUri,
      attempt.callerState,
      LIFETIME,
    ],
  );
  return secrets;
};

const COLUMNS = `
  tenant_id as "tenantId", provider_id as "providerId", purpose, nonce, code_verifier as "codeVerifier",
  redirect_uri as "redirectUri", caller_state as "callerState", identity`;

const CONSUME_SIGN_IN_ATTEMPT = statement('consume-sign-in-attempt')`
  delete from sign_in_attempt
  where tenant_id = $1 and state_hash = $2 and browser_hash = any($3) and expires_at > now() returning ${COLUMNS}`.narrow<
  Pick<SignInAttempt, 'purpose' | 'identity'>
>();

/** Returns undefined if this browser started no such sign-in, or if it has expired (L5, L6). */
export const consumeAttempt = async (db: Database, state: string, browserSecrets: readonly string[]) => {
  const tenantId = STATE.parseTenantId(state);
  if (tenantId === undefined) return undefined;
  return findRow(db, CONSUME_SIGN_IN_ATTEMPT, [tenantId, hashSecret(state), browserSecrets.map(hashSecret)]);
};

const FIND_PENDING_ATTEMPT = statement('find-pending-attempt')`
  select ${COLUMNS} from sign_in_attempt
  where tenant_id = $1 and state_hash = $2 and identity is null and expires_at > now()`.narrow<
  Pick<SignInAttempt, 'purpose' | 'identity'>
>();

/** Finds a sign-in attempt that has no response yet. Any browser may deliver the response. */
export const findPendingAttempt = async (db: Database, state: string): Promise<SignInAttempt | undefined> => {
  const tenantId = STATE.parseTenantId(state);
  if (tenantId === undefined) return undefined;
  return findRow(db, FIND_PENDING_ATTEMPT, [tenantId, hashSecret(state)]);
};

/**
 * Returns the new state that consumes the attempt, or undefined if a response has already been stored. Only the browser
 * that delivered the response gets it. An attacker who started the sign-in and had a victim complete it does not (L6).
 */
export const storeResponse = async (
  db: Database,
  state: string,
  identity: NonNullable<SignInAttempt['identity']>,
): Promise<string | undefined> => {
  const tenantId = STATE.parseTenantId(state);
  if (tenantId === undefined) return undefined;
  const nextState = STATE.create(tenantId);
  const isStored = await hasRow(
    db,
    `update sign_in_attempt set identity = $3, state_hash = $4
     where tenant_id = $1 and state_hash = $2 and identity is null and expires_at > now() returning state_hash`,
    [tenantId, hashSecret(state), JSON.stringify(identity), hashSecret(nextState)],
  );
  return isStored ? nextState : undefined;
};

export const deleteExpiredAttempts = async (db: Database): Promise<void> => {
  await run(db, 'delete from sign_in_attempt where expires_at < now()', []);
  await run(db, 'delete from used_assertion where expires_at < now()', []);
};
