import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { deleteFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { lockUser } from './user-row.ts';

/** Clears the delays after wrong passwords. */
export const unlockUser = async (trx: DatabaseTransaction, author: Author, userId: number): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await deleteFailures(trx, user.tenancy_name, user.user_name);
  await recordAudit(trx, author, {
    kind: 'user.unlocked',
    target: { type: 'user', id: userId, name: user.user_name },
  });
};
