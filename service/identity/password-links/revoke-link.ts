import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { lockUser } from '#service/identity/users/user-row.ts';

/** If `token` is given, deletes the link only if it has this token. Returns true if a link was deleted. */
export const deleteLink = (trx: DatabaseTransaction, tenantId: number, userId: number, token?: string) =>
  hasRow(
    trx,
    `delete from password_link where tenant_id = $1 and user_id = $2 and ($3::bytea is null or token_hash = $3)
     returning user_id`,
    [tenantId, userId, token === undefined ? null : hashSecret(token)],
  );

export const revokeLink = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, token, reason }: { userId: number; token?: string; reason: 'revoked' | 'not sent' },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  if (!(await deleteLink(trx, tenantId, userId, token))) return;
  await recordAudit(trx, actor, {
    kind: 'password-link.revoked',
    target: { type: 'user', id: userId, name: user.userName },
    details: { reason },
  });
};
