import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, type AuditOrigin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { sessionNotFound } from '#service/identity/identity-problems.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { SESSION_TOKEN } from './session.ts';

export const endSession = async (trx: DatabaseTransaction, actor: AuditedActor, sessionId: string) => {
  const { tenantId, userId, userName } = actor;
  const endedSessions = await run(
    trx,
    'delete from session where tenant_id = $1 and user_id = $2 and session_id = $3 returning session_id',
    [tenantId, userId, sessionId],
  );
  if (endedSessions.length === 0) throw sessionNotFound(sessionId);
  await recordAudit(trx, actor, {
    kind: 'session.ended',
    target: { type: 'session', id: sessionId, name: userName },
  });
  await announceIdentityChange(trx, tenantId);
};

const DELETE_REPLACED_SESSION = statement('delete-replaced-session')`
  delete from session using app_user
  where session.tenant_id = $1 and session.token_hash = $2
    and app_user.tenant_id = session.tenant_id and app_user.user_id = session.user_id
  returning session.session_id as "sessionId", app_user.user_id as "userId", app_user.user_name as "userName"`;

/** Ends the session whose cookie a new sign-in replaces: the browser could no longer do so (S25). */
export const endReplacedSession = async (
  trx: DatabaseTransaction,
  sessionToken: string | undefined,
  origin: AuditOrigin,
): Promise<void> => {
  const tenantId = SESSION_TOKEN.parseTenantId(sessionToken);
  if (sessionToken === undefined || tenantId === undefined) return;
  const [session] = await run(trx, DELETE_REPLACED_SESSION, [tenantId, hashSecret(sessionToken)]);
  if (!session) return;
  const { sessionId, userId, userName } = session;
  const actor = { tenantId, userId, userName, clientId: null, origin };
  await recordAudit(trx, actor, {
    kind: 'session.ended',
    target: { type: 'session', id: sessionId, name: userName },
    details: { replaced: true },
  });
  await announceIdentityChange(trx, tenantId);
};

/** Ends the actor's sessions, signs out their devices and revokes their access tokens, including the one in use. */
export const signOutEverywhere = async (trx: DatabaseTransaction, actor: AuditedActor): Promise<void> => {
  const { tenantId, userId, userName } = actor;
  await revokeAccess(trx, tenantId, userId);
  await recordAudit(trx, actor, {
    kind: 'session.ended',
    target: { type: 'user', id: userId, name: userName },
    details: { everywhere: true },
  });
  await announceIdentityChange(trx, tenantId);
};
