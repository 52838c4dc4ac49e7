import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { hashSecret } from './tokens/access-token.ts';

/** An API token as it shall be. `expiresAt` null: never; absent: as it is. */
export type ApiTokenDraft = { clientId: string; clientSecret: string; expiresAt?: Date | null | undefined };

type ApiTokenRow = { client_id: string; secret_hash: Buffer; expires_at: Date | null };

/**
 * Gives a service user exactly these API tokens and says whether they were others before. With an API token, or with
 * its former secret, go the access tokens that it bought (decision A7).
 */
export const setApiTokens = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  tokens: readonly ApiTokenDraft[],
): Promise<boolean> => {
  const found = await run<ApiTokenRow>(
    trx,
    'select client_id, secret_hash, expires_at from api_token where tenant_id = $1 and user_id = $2 for update',
    [tenantId, userId],
  );
  const known = new Map(found.map((row) => [row.client_id, row]));
  let isChanged = false;
  for (const token of tokens) {
    const row = known.get(token.clientId);
    if (row === undefined) await insertToken(trx, tenantId, userId, token);
    else if (isSame(row, token)) continue;
    else await updateToken(trx, tenantId, row, token);
    isChanged = true;
  }
  const wanted = new Set(tokens.map(({ clientId }) => clientId));
  const removed = found.map(({ client_id }) => client_id).filter((clientId) => !wanted.has(clientId));
  if (removed.length === 0) return isChanged;
  await run(trx, 'delete from api_token where tenant_id = $1 and client_id = any($2)', [tenantId, removed]);
  await run(trx, 'delete from api_client where tenant_id = $1 and client_id = any($2)', [tenantId, removed]);
  return true;
};

const isSame = ({ secret_hash, expires_at }: ApiTokenRow, { clientSecret, expiresAt }: ApiTokenDraft) =>
  secret_hash.equals(hashSecret(clientSecret)) &&
  (expiresAt === undefined || expiresAt?.getTime() === expires_at?.getTime());

const insertToken = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  { clientId, clientSecret, expiresAt }: ApiTokenDraft,
) => {
  await run(trx, 'insert into api_client (client_id, tenant_id) values ($1, $2)', [clientId, tenantId]);
  await run(
    trx,
    'insert into api_token (tenant_id, client_id, user_id, secret_hash, expires_at) values ($1, $2, $3, $4, $5)',
    [tenantId, clientId, userId, hashSecret(clientSecret), expiresAt ?? null],
  );
};

const updateToken = async (
  trx: DatabaseTransaction,
  tenantId: number,
  row: ApiTokenRow,
  { clientId, clientSecret, expiresAt }: ApiTokenDraft,
) => {
  const secretHash = hashSecret(clientSecret);
  await run(
    trx,
    'update api_token set secret_hash = $3, expires_at = $4 where tenant_id = $1 and client_id = $2',
    [tenantId, clientId, secretHash, expiresAt === undefined ? row.expires_at : expiresAt],
  );
  if (secretHash.equals(row.secret_hash)) return;
  await run(trx, 'delete from access_token where tenant_id = $1 and client_id = $2', [tenantId, clientId]);
};
