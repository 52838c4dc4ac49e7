import type { LinkPurpose } from '#contract/password-link.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { requireUserPermissions } from '#service/identity/require-permissions.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { changeOwnPasswordInstead, noPasswordForServices } from '#service/identity/users/user-problems.ts';
import { lockUser, type UserRow } from '#service/identity/users/user-row.ts';
import { enforceEmailLimits } from './enforce-mail-limits.ts';
import { LINK_LIFETIMES, LINK_TOKEN } from './password-link.ts';
import { noEmailAddress, userDisabled } from './password-link-problems.ts';

const INSERT_PASSWORD_LINK = statement('insert-password-link')`
  insert into password_link (tenant_id, user_id, token_hash, purpose, created_at, expires_at, created_by)
  values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5), $6)
  on conflict on constraint password_link_pkey do update
    set token_hash = excluded.token_hash, purpose = excluded.purpose, created_at = excluded.created_at,
        expires_at = excluded.expires_at, created_by = excluded.created_by
  returning expires_at`;

/** Creates a link for choosing a password, replacing the user's earlier link, if any. */
export const createPasswordLink = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, purpose, delivery }: { userId: number; purpose: LinkPurpose; delivery: 'email' | 'link' },
): Promise<{ user: UserRow; token: string; expiresAt: Date }> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  if (userId === actor.userId) throw changeOwnPasswordInstead();
  const user = await lockUser(trx, tenantId, userId);
  await requireUserPermissions(trx, actor, user);
  if (user.isService) throw noPasswordForServices(user.userName);
  if (!user.isActive) throw userDisabled(user.userName);
  if (delivery === 'email') {
    if (user.emailAddress === null) throw noEmailAddress(user.userName);
    await enforceEmailLimits(trx, user);
  }
  const token = LINK_TOKEN.create(tenantId);
  const { expires_at: expiresAt } = await readRow(trx, INSERT_PASSWORD_LINK, [
    tenantId,
    userId,
    hashSecret(token),
    purpose,
    LINK_LIFETIMES[purpose],
    actor.userId,
  ]);
  await recordAudit(trx, actor, {
    kind: 'password-link.created',
    target: { type: 'user', id: userId, name: user.userName },
    details: {
      purpose,
      delivery,
      expiresAt,
      ...(delivery === 'email' && { emailAddress: user.emailAddress }),
    },
  });
  return { user, token, expiresAt };
};
