import { randomBytes } from 'node:crypto';
import type { ApiTokenMade } from '#contract/api-token.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { AuditedBy, Author } from '#service/identity/audit/record-audit.ts';
import { mustHoldWhatUserHolds } from '#service/identity/must-hold.ts';
import { lockUser, type UserRow } from '#service/identity/users/user-row.ts';
import { tokensAreForServices, twoTokensAlive } from './api-token-problems.ts';
import { listApiTokens } from './api-token-queries.ts';
import { insertApiToken } from './write-api-token.ts';

export type NewToken = { label: string; expiresAt: Date | null };

/** Enough to rotate: one that is used, and the next. */
const MOST_ALIVE = 2;

/** Makes an API token for a service user. Its secret is told only now. */
export const createApiToken = async (
  trx: DatabaseTransaction,
  author: Author,
  userId: number,
  token: NewToken,
): Promise<ApiTokenMade> => {
  const { tenantId } = scopeOf(author, 'Tokens.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await mustHoldWhatUserHolds(trx, author, user);
  return addApiToken(trx, author, user, token);
};

/** The same for a locked user, by whoever may. */
export const addApiToken = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  user: UserRow,
  token: NewToken,
): Promise<ApiTokenMade> => {
  if (!user.is_service) throw tokensAreForServices(user.user_name);
  const tokens = await listApiTokens(trx, user.tenant_id, user.user_id);
  const alive = tokens.filter(({ isExpired }) => !isExpired);
  if (alive.length >= MOST_ALIVE) throw twoTokensAlive(user.user_name, alive);
  const secrets = newClient();
  const { createdAt } = await insertApiToken(trx, by, user, { ...secrets, ...token });
  await announceIdentityChange(trx, user.tenant_id);
  return {
    ...secrets,
    label: token.label,
    createdAt: createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
  };
};

/** 128 bits that tell clients apart and 256 that nobody guesses; by the prefix scanners find a secret that leaked. */
const newClient = () => ({
  clientId: randomBytes(16).toString('hex'),
  clientSecret: `ronda_secret_${randomBytes(32).toString('base64url')}`,
});
