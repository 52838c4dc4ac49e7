import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { sessionNotFound } from '#service/identity/identity-problems.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';

/** Ends one of the author's own sessions: signing out. */
export const endSession = async (
  trx: DatabaseTransaction,
  author: Author,
  sessionId: string,
): Promise<void> => {
  const { tenantId, userId, userName } = author;
  const ended = await run(
    trx,
    'delete from session where tenant_id = $1 and user_id = $2 and session_id = $3 returning session_id',
    [tenantId, userId, sessionId],
  );
  if (ended.length === 0) throw sessionNotFound(sessionId);
  await recordAudit(trx, author, {
    kind: 'session.ended',
    on: { type: 'session', id: sessionId, name: userName },
  });
  await announceIdentityChange(trx, tenantId);
};

/** Signs the author out everywhere: every session and every access token, the ones of this request too. */
export const signOutEverywhere = async (trx: DatabaseTransaction, author: Author): Promise<void> => {
  const { tenantId, userId, userName } = author;
  await revokeAccess(trx, tenantId, userId);
  await recordAudit(trx, author, {
    kind: 'session.ended',
    on: { type: 'user', id: userId, name: userName },
    details: { everywhere: true },
  });
  await announceIdentityChange(trx, tenantId);
};
