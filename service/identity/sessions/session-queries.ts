import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { SESSION_LIMITS } from './session.ts';

const LIST_SESSIONS = statement('list-sessions')`
  select session_id as id, login_provider as "loginProvider", started_at as "startedAt",
         last_seen_at as "lastSeenAt",
         least(expires_at, last_seen_at + make_interval(secs => $3)) as "expiresAt",
         address as "ipAddress", agent as "userAgent"
  from session
  where tenant_id = $1 and user_id = $2 and expires_at > now()
    and last_seen_at > now() - make_interval(secs => $3)
  order by last_seen_at desc, session_id`;

export type OwnSession = RowOf<typeof LIST_SESSIONS> & { isCurrent: boolean };

export const listSessions = async (db: Database, { tenantId, userId, sessionId }: Actor) => {
  const rows = await run(db, LIST_SESSIONS, [tenantId, userId, SESSION_LIMITS.idle]);
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
};
