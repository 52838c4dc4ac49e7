import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { lockUser } from '#service/identity/users/user-row.ts';
import { apiTokenNotFound } from './api-token-problems.ts';
import { removeApiTokens } from './write-api-token.ts';

/** Revokes an API token of a service user. */
export const deleteApiToken = async (
  trx: DatabaseTransaction,
  author: Author,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Tokens.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const removed = await removeApiTokens(trx, author, user, [clientId]);
  if (removed.length === 0) throw apiTokenNotFound(clientId);
  await announceIdentityChange(trx, tenantId);
};
