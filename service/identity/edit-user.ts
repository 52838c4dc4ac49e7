import type { UserPatch } from '#contract/user.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from './actor.ts';
import { announceIdentityChange } from './announce-identity-change.ts';
import { cannotDisableOneself, userNotFound } from './identity-problems.ts';
import { revokeTokens } from './tokens/access-token.ts';

/**
 * Enables or disables a user, or sets its password. Both end every token it holds, for good (decision A7).
 * `passwordHash` is made before the transaction begins, for hashing is slow on purpose.
 */
export const editUser = async (
  trx: DatabaseTransaction,
  actor: Actor,
  userId: number,
  { isActive, passwordHash }: Pick<UserPatch, 'isActive'> & { passwordHash: string | undefined },
): Promise<void> => {
  const { tenantId } = scopeOf(actor, 'Users.Manage');
  if (isActive === false && userId === actor.userId) throw cannotDisableOneself();
  const edited = await run(
    trx,
    `update app_user set is_active = coalesce($3, is_active), password_hash = coalesce($4, password_hash)
     where tenant_id = $1 and user_id = $2 returning user_id`,
    [tenantId, userId, isActive ?? null, passwordHash ?? null],
  );
  if (edited.length === 0) throw userNotFound(userId);
  if (isActive === false || passwordHash !== undefined) await revokeTokens(trx, tenantId, userId);
  await announceIdentityChange(trx, tenantId);
};
