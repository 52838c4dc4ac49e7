import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { type AuditActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';
import { deletedBefore, insertApiToken, removeApiTokens } from './write-api-token.ts';

/** The wanted state of an API token. `expiresAt` null: never expires; absent: leave unchanged. */
export type ApiTokenDraft = { clientId: string; clientSecret: string; expiresAt?: Date | null | undefined };

type ApiTokenRow = RowOf<typeof FIND_API_TOKENS>;

const FIND_API_TOKENS = statement('find-api-tokens')`
  select client_id, secret_hash, expires_at from api_token where tenant_id = $1 and user_id = $2 for update`;

/**
 * Gives a locked service user exactly these API tokens and returns true if anything changed. Removing an API token or changing
 * its secret ends the access tokens that were obtained with it (decision A7).
 */
export const setApiTokens = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  user: UserRow,
  tokens: readonly ApiTokenDraft[],
): Promise<boolean> => {
  const found = await run(trx, FIND_API_TOKENS, [user.tenant_id, user.user_id]);
  const forgotten = await deletedBefore(trx);
  const known = new Map(found.map((row) => [row.client_id, row]));
  let isChanged = false;
  for (const token of tokens) {
    const row = known.get(token.clientId);
    if (row === undefined) {
      const { expiresAt = null, ...rest } = token;
      // Otherwise every start with the same provision file would insert the expired token and delete it again.
      if (expiresAt !== null && expiresAt < forgotten) continue;
      await insertApiToken(trx, actor, user, { ...rest, label: '', expiresAt });
    } else if (isSame(row, token)) continue;
    else await updateToken(trx, actor, user, row, token);
    isChanged = true;
  }
  const wanted = new Set(tokens.map(({ clientId }) => clientId));
  const removed = found.map(({ client_id }) => client_id).filter((clientId) => !wanted.has(clientId));
  if (removed.length === 0) return isChanged;
  await removeApiTokens(trx, actor, user, removed);
  return true;
};

const isSame = ({ secret_hash, expires_at }: ApiTokenRow, { clientSecret, expiresAt }: ApiTokenDraft) =>
  secret_hash.equals(hashSecret(clientSecret)) &&
  (expiresAt === undefined || expiresAt?.getTime() === expires_at?.getTime());

const updateToken = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  { tenant_id, user_id, user_name }: UserRow,
  row: ApiTokenRow,
  { clientId, clientSecret, expiresAt = row.expires_at }: ApiTokenDraft,
) => {
  const secretHash = hashSecret(clientSecret);
  const isOtherSecret = !secretHash.equals(row.secret_hash);
  await run(
    trx,
    'update api_token set secret_hash = $3, expires_at = $4 where tenant_id = $1 and client_id = $2',
    [tenant_id, clientId, secretHash, expiresAt],
  );
  await recordAudit(trx, actor, {
    kind: 'api-token.edited',
    target: { type: 'api-token', id: clientId, name: user_name },
    details: { userId: user_id, hasOtherSecret: isOtherSecret, expiresAt },
  });
  if (!isOtherSecret) return;
  await run(trx, 'delete from access_token where tenant_id = $1 and client_id = $2', [tenant_id, clientId]);
};
