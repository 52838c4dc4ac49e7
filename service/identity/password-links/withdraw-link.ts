import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';
import { lockUser } from '#service/identity/users/user-row.ts';

/** Lets the link of a user lead nowhere, and says whether there was one; with a token only if it is that one. */
export const withdrawLink = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  token?: string,
): Promise<boolean> => {
  const withdrawn = await run(
    trx,
    `delete from password_link where tenant_id = $1 and user_id = $2 and ($3::bytea is null or token_hash = $3)
     returning user_id`,
    [tenantId, userId, token === undefined ? null : hashSecret(token)],
  );
  return withdrawn.length > 0;
};

/** Takes back the link of a user, because an administrator says so or its mail could not be sent. */
export const takeBackLink = async (
  trx: DatabaseTransaction,
  author: Author,
  { userId, token, reason }: { userId: number; token?: string; reason: 'taken back' | 'not sent' },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  if (!(await withdrawLink(trx, tenantId, userId, token))) return;
  await recordAudit(trx, author, {
    kind: 'password-link.withdrawn',
    on: { type: 'user', id: userId, name: user.user_name },
    details: { reason },
  });
};
