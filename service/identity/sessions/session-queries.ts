import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { SESSION_LIMITS } from './session.ts';

/** A session as shown to its user. */
export type ShownSession = {
  id: string;
  isCurrent: boolean;
  loginProvider: string | null;
  startedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ipAddress: string;
  userAgent: string;
};

/** Lists the browsers in which the actor is signed in, most recently used first. */
export const listSessions = async (
  db: Database,
  { tenantId, userId, sessionId }: Actor,
): Promise<ShownSession[]> => {
  const rows = await run<Omit<ShownSession, 'isCurrent'>>(
    db,
    `select session_id as id, login_provider as "loginProvider", started_at as "startedAt",
            last_seen_at as "lastSeenAt",
            least(expires_at, last_seen_at + make_interval(secs => $3)) as "expiresAt",
            address as "ipAddress", agent as "userAgent"
     from session
     where tenant_id = $1 and user_id = $2 and expires_at > now()
       and last_seen_at > now() - make_interval(secs => $3)
     order by last_seen_at desc, session_id`,
    [tenantId, userId, SESSION_LIMITS.idle],
  );
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
};
