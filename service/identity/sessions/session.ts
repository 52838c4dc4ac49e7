import { randomBytes } from 'node:crypto';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Origin } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';

/** Seconds a session lives without a call of its user, and in all (S26). By the database's clock. */
export const SESSION_LIMITS = { idle: 30 * 60, absolute: 12 * 60 * 60 };

/** As an access token's, but for its beginning: the tenant leads to the shard, and only the SHA-256 is stored. */
export const SESSION_TOKEN = /^ronda-session_(\d{1,9})_[A-Za-z0-9_-]{43}$/;

/** Whose session it is to be: of somebody who proved a password, which may be replaced meanwhile, or an identity. */
export type SessionHolder = { tenantId: number; userId: number; passwordHash: string | null };

/**
 * Opens a session for a user who is active and no service, and returns what its cookie says; otherwise undefined. The
 * user's row is locked meanwhile: who is disabled at this moment is so before, and gets none, or after, and loses it
 * (decision A7).
 */
export const openSession = async (
  trx: DatabaseTransaction,
  { tenantId, userId, passwordHash }: SessionHolder,
  { sessionId, loginProvider, origin }: { sessionId: string; loginProvider: string | null; origin: Origin },
): Promise<string | undefined> => {
  const sessionToken = `ronda-session_${tenantId}_${randomBytes(32).toString('base64url')}`;
  const opened = await run(
    trx,
    `with holder as (
       select user_id from app_user where tenant_id = $1 and user_id = $2 and is_active and not is_service
         and ($9::text is null or password_hash = $9)
       for share
     )
     insert into session (tenant_id, session_id, token_hash, user_id, login_provider, expires_at, address, agent)
     select $1, $3, $4, user_id, $5, now() + make_interval(secs => $6), $7, $8 from holder
     returning session_id`,
    [
      tenantId,
      userId,
      sessionId,
      hashSecret(sessionToken),
      loginProvider,
      SESSION_LIMITS.absolute,
      origin.address ?? '',
      (origin.agent ?? '').slice(0, 256).toWellFormed(),
      passwordHash,
    ],
  );
  return opened.length > 0 ? sessionToken : undefined;
};

/** Notes that a session's user is there. */
export const noteSeen = async (db: Database, tenantId: number, sessionId: string): Promise<void> => {
  await run(db, 'update session set last_seen_at = now() where tenant_id = $1 and session_id = $2', [
    tenantId,
    sessionId,
  ]);
};

/** Forgets sessions that are over; called now and then. */
export const deleteEndedSessions = async (db: Database): Promise<void> => {
  await run(
    db,
    'delete from session where expires_at < now() or last_seen_at < now() - make_interval(secs => $1)',
    [SESSION_LIMITS.idle],
  );
};
