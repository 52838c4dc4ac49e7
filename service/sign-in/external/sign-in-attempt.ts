import { randomBytes } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

/*
 * A sign-in that is under way is a row, so that any process may answer the provider's callback, and none remembers
 * anything. What leads to it is the server's own and random (L5); only hashes of what opens it are stored.
 */

/** What a sign-in is for: an access token (ExternalLogin), a session (the sign-in page), or to see whether it works. */
export type SignInPurpose = 'token' | 'session' | 'test';

/** Seconds (L5). */
const LIFETIME = 600;

/** The tenant leads to the shard. */
const STATE = /^(\d{1,9})_[A-Za-z0-9_-]{43}$/;

export type SignInAttempt = {
  tenantId: number;
  providerId: string;
  purpose: SignInPurpose;
  nonce: string;
  codeVerifier: string;
  /** Where the sign-in ends. */
  redirectUri: string;
  /** The caller's own, given back to it. */
  callerState: string | null;
  /** What the provider said, or why it is not believed, until the browser that began comes for it (L6). */
  identity: VerifiedIdentity | { refused: string } | null;
};

const secret = () => randomBytes(32).toString('base64url');

export const newBrowserSecret = secret;

const newState = (tenantId: number): string => `${tenantId}_${secret()}`;

/** Begins a sign-in and returns the state that goes to the provider and comes back. */
export const beginAttempt = async (
  db: Database,
  attempt: Omit<SignInAttempt, 'nonce' | 'codeVerifier' | 'identity'>,
  browserSecret: string,
): Promise<{ state: string; nonce: string; codeVerifier: string }> => {
  const begun = { state: newState(attempt.tenantId), nonce: secret(), codeVerifier: secret() };
  await run(
    db,
    `insert into sign_in_attempt (tenant_id, state_hash, provider_id, purpose, browser_hash, nonce, code_verifier,
                                  redirect_uri, caller_state, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))`,
    [
      attempt.tenantId,
      hashSecret(begun.state),
      attempt.providerId,
      attempt.purpose,
      hashSecret(browserSecret),
      begun.nonce,
      begun.codeVerifier,
      attempt.redirectUri,
      attempt.callerState,
      LIFETIME,
    ],
  );
  return begun;
};

const COLUMNS = `
  tenant_id as "tenantId", provider_id as "providerId", purpose, nonce, code_verifier as "codeVerifier",
  redirect_uri as "redirectUri", caller_state as "callerState", identity`;

/** Takes a sign-in that this browser began, once; undefined when there is none, or it is over (L5, L6). */
export const takeAttempt = async (
  db: Database,
  state: string,
  browserSecrets: readonly string[],
): Promise<SignInAttempt | undefined> => {
  const tenantId = tenantOf(state);
  if (tenantId === undefined) return undefined;
  const [attempt] = await run<SignInAttempt>(
    db,
    `delete from sign_in_attempt
     where tenant_id = $1 and state_hash = $2 and browser_hash = any($3) and expires_at > now() returning ${COLUMNS}`,
    [tenantId, hashSecret(state), browserSecrets.map(hashSecret)],
  );
  return attempt;
};

/** A sign-in for which the provider has not answered yet, whichever browser brings the answer. */
export const findUnansweredAttempt = async (
  db: Database,
  state: string,
): Promise<SignInAttempt | undefined> => {
  const tenantId = tenantOf(state);
  if (tenantId === undefined) return undefined;
  const [attempt] = await run<SignInAttempt>(
    db,
    `select ${COLUMNS} from sign_in_attempt
     where tenant_id = $1 and state_hash = $2 and identity is null and expires_at > now()`,
    [tenantId, hashSecret(state)],
  );
  return attempt;
};

/**
 * Keeps the provider's answer for the browser that began, and returns the state by which it comes for it; undefined when
 * another answer was kept before. That state is new, and told only to the browser that brought the answer: whoever began
 * knows the first one, and could otherwise have somebody else sign in by it and come for the answer (L6).
 */
export const keepAnswer = async (
  db: Database,
  state: string,
  identity: NonNullable<SignInAttempt['identity']>,
): Promise<string | undefined> => {
  const tenantId = tenantOf(state);
  if (tenantId === undefined) return undefined;
  const next = newState(tenantId);
  const kept = await run(
    db,
    `update sign_in_attempt set identity = $3, state_hash = $4
     where tenant_id = $1 and state_hash = $2 and identity is null and expires_at > now() returning state_hash`,
    [tenantId, hashSecret(state), JSON.stringify(identity), hashSecret(next)],
  );
  return kept.length > 0 ? next : undefined;
};

/** Forgets sign-ins that nobody finished, and assertions that nobody would believe any more; called now and then. */
export const deleteOverdueAttempts = async (db: Database): Promise<void> => {
  await run(db, 'delete from sign_in_attempt where expires_at < now()', []);
  await run(db, 'delete from used_assertion where expires_at < now()', []);
};

const tenantOf = (state: string): number | undefined => {
  const tenantId = Number(STATE.exec(state)?.[1]);
  return Number.isInteger(tenantId) ? tenantId : undefined;
};
