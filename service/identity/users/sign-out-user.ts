import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { lockUser } from './user-row.ts';

/** Ends all sessions, devices and access tokens of a user (S27). The user can sign in again. */
export const signOutUser = async (
  trx: DatabaseTransaction,
  author: Author,
  userId: number,
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const ended = await revokeAccess(trx, tenantId, userId);
  await recordAudit(trx, author, {
    kind: 'session.ended',
    target: { type: 'user', id: userId, name: user.user_name },
    details: ended,
  });
  await announceIdentityChange(trx, tenantId);
};
