import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run } from '#service/database/statement.ts';
import type { AuditOrigin } from '#service/identity/audit/record-audit.ts';
import { createTokenKind, hashSecret } from '#service/identity/tokens/secret-token.ts';

/** How long, in seconds, a session lasts without activity and in total (S26). */
export const SESSION_LIMITS = { idle: 30 * 60, absolute: 12 * 60 * 60 };

export const SESSION_TOKEN = createTokenKind('ronda-session_');

/** `passwordHash` is the verified hash, or null if the user signed in without a password. */
type SessionUser = { tenantId: number; userId: number; passwordHash: string | null };

/** Returns undefined if the user cannot sign in. Locks the user's row against concurrent disabling (decision A7). */
export const openSession = async (
  trx: DatabaseTransaction,
  { tenantId, userId, passwordHash }: SessionUser,
  {
    sessionId,
    loginProvider,
    origin,
  }: { sessionId: string; loginProvider: string | null; origin: AuditOrigin },
): Promise<string | undefined> => {
  const sessionToken = SESSION_TOKEN.create(tenantId);
  const isOpened = await hasRow(
    trx,
    `insert into session as opened (tenant_id, session_id, token_hash, user_id, login_provider, expires_at, address, agent)
     select tenant_id, $3, $4, user_id, $5, now() + make_interval(secs => $6), $7, $8 from app_user
     where tenant_id = $1 and user_id = $2 and is_active and not is_service
       and ($9::text is null or password_hash = $9)
     for share
     returning session_id`,
    [
      tenantId,
      userId,
      sessionId,
      hashSecret(sessionToken),
      loginProvider,
      SESSION_LIMITS.absolute,
      origin.ipAddress ?? '',
      (origin.userAgent ?? '').slice(0, 256).toWellFormed(),
      passwordHash,
    ],
  );
  return isOpened ? sessionToken : undefined;
};

export const deleteExpiredSessions = async (db: Database): Promise<void> => {
  await run(
    db,
    'delete from session where expires_at < now() or last_seen_at < now() - make_interval(secs => $1)',
    [SESSION_LIMITS.idle],
  );
};
