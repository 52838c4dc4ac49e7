import { randomBytes } from 'node:crypto';
import type { CreatedApiToken } from '#contract/api-token.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { requireScope } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { AuditEntryActor, AuditedActor } from '#service/identity/audit/record-audit.ts';
import { requireUserPermissions } from '#service/identity/require-permissions.ts';
import { lockUser, type UserRow } from '#service/identity/users/user-row.ts';
import { apiTokenNotFound, apiTokensForServicesOnly, tooManyApiTokens } from './api-token-problems.ts';
import { listApiTokens } from './api-token-queries.ts';
import { insertApiToken, removeApiTokens } from './write-api-token.ts';

type NewToken = { label: string; expiresAt: Date | null };

/** To rotate its token, an application needs two: the current one and its replacement. */
const MAX_ACTIVE_TOKENS = 2;

/** Creates an API token for a service user. Only a hash of the secret is stored, so it is returned only once. */
export const createApiToken = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  userId: number,
  token: NewToken,
): Promise<CreatedApiToken> => {
  const { tenantId } = requireScope(actor, 'Tokens.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await requireUserPermissions(trx, actor, user);
  return addApiToken(trx, actor, user, token);
};

/** Like `createApiToken`, but for a user whose row is already locked, and without checking permissions. */
export const addApiToken = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  token: NewToken,
): Promise<CreatedApiToken> => {
  if (!user.isService) throw apiTokensForServicesOnly(user.userName);
  const tokens = await listApiTokens(trx, user.tenantId, user.userId);
  const activeTokens = tokens.filter(({ isExpired }) => !isExpired);
  if (activeTokens.length >= MAX_ACTIVE_TOKENS) throw tooManyApiTokens(user.userName, activeTokens);
  const credentials = createClientCredentials();
  const createdAt = await insertApiToken(trx, actor, user, { ...credentials, ...token });
  await announceIdentityChange(trx, user.tenantId);
  return {
    ...credentials,
    label: token.label,
    createdAt: createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
  };
};

/** The prefix lets secret scanners recognise a leaked secret. */
const createClientCredentials = () => ({
  clientId: randomBytes(16).toString('hex'),
  clientSecret: `ronda_secret_${randomBytes(32).toString('base64url')}`,
});

export const deleteApiToken = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Tokens.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const removedIds = await removeApiTokens(trx, actor, user, [clientId]);
  if (removedIds.length === 0) throw apiTokenNotFound(clientId);
  await announceIdentityChange(trx, tenantId);
};
