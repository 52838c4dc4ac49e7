import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';
import { insertApiToken, readDeletionCutoff, removeApiTokens } from './write-api-token.ts';

/** If `expiresAt` is null, the token never expires; if it is absent, the expiry date is left unchanged. */
export type ApiTokenInput = { clientId: string; clientSecret: string; expiresAt?: Date | null | undefined };

type ApiTokenRow = RowOf<typeof FIND_API_TOKENS>;

const FIND_API_TOKENS = statement('find-api-tokens')`
  select client_id, secret_hash, expires_at from api_token where tenant_id = $1 and user_id = $2 for update`;

/** Replaces a locked user's tokens, and revokes access tokens (decision A7). Returns whether anything changed. */
export const setApiTokens = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  tokens: readonly ApiTokenInput[],
): Promise<boolean> => {
  const existingTokens = await run(trx, FIND_API_TOKENS, [user.tenantId, user.userId]);
  const deletionCutoff = await readDeletionCutoff(trx);
  const existingById = new Map(existingTokens.map((row) => [row.client_id, row]));
  let isChanged = false;
  for (const token of tokens) {
    const row = existingById.get(token.clientId);
    if (row === undefined) {
      const { expiresAt = null, ...rest } = token;
      // Expired tokens are eventually deleted. A provisioning file must not re-add them at every start.
      if (expiresAt !== null && expiresAt < deletionCutoff) continue;
      await insertApiToken(trx, actor, user, { ...rest, label: '', expiresAt });
    } else if (isUnchanged(row, token)) continue;
    else await updateToken(trx, actor, user, row, token);
    isChanged = true;
  }
  const expectedIds = new Set(tokens.map(({ clientId }) => clientId));
  const removedIds = [...existingById.keys()].filter((clientId) => !expectedIds.has(clientId));
  if (removedIds.length === 0) return isChanged;
  await removeApiTokens(trx, actor, user, removedIds);
  return true;
};

const isUnchanged = ({ secret_hash, expires_at }: ApiTokenRow, { clientSecret, expiresAt }: ApiTokenInput) =>
  secret_hash.equals(hashSecret(clientSecret)) &&
  (expiresAt === undefined || expiresAt?.getTime() === expires_at?.getTime());

const updateToken = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { tenantId, userId, userName }: UserRow,
  row: ApiTokenRow,
  { clientId, clientSecret, expiresAt = row.expires_at }: ApiTokenInput,
) => {
  const secretHash = hashSecret(clientSecret);
  const hasNewSecret = !secretHash.equals(row.secret_hash);
  await run(
    trx,
    'update api_token set secret_hash = $3, expires_at = $4 where tenant_id = $1 and client_id = $2',
    [tenantId, clientId, secretHash, expiresAt],
  );
  await recordAudit(trx, actor, {
    kind: 'api-token.edited',
    target: { type: 'api-token', id: clientId, name: userName },
    details: { userId, hasOtherSecret: hasNewSecret, expiresAt },
  });
  if (!hasNewSecret) return;
  await run(trx, 'delete from access_token where tenant_id = $1 and client_id = $2', [tenantId, clientId]);
};
