import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';

/** How long expired API tokens are stored, so that the audit log can name the token a client tries to use. */
const RETENTION_DAYS = 90;

const INSERT_API_TOKEN = statement('insert-api-token')`
  insert into api_token (tenant_id, client_id, user_id, secret_hash, label, expires_at)
  values ($1, $2, $3, $4, $5, $6) returning created_at`;

/** Adds an API token to a service user. The client ID must not be in use anywhere on the server. */
export const insertApiToken = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { tenantId, userId, userName }: UserRow,
  token: { clientId: string; clientSecret: string; label: string; expiresAt: Date | null },
): Promise<Date> => {
  const { clientId, clientSecret, label, expiresAt } = token;
  await run(trx, 'insert into api_client (client_id, tenant_id) values ($1, $2)', [clientId, tenantId]);
  const { created_at: createdAt } = await readRow(trx, INSERT_API_TOKEN, [
    tenantId,
    clientId,
    userId,
    hashSecret(clientSecret),
    label,
    expiresAt,
  ]);
  await recordAudit(trx, actor, {
    kind: 'api-token.created',
    target: { type: 'api-token', id: clientId, name: userName },
    details: { userId, label, expiresAt },
  });
  return createdAt;
};

const DELETE_API_TOKENS = statement('delete-api-tokens')`
  delete from api_token where tenant_id = $1 and user_id = $2 and client_id = any($3)
  returning client_id, label`;

/** Deletes API tokens of a service user, which also revokes the access tokens obtained with them (decision A7). */
export const removeApiTokens = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { tenantId, userId, userName }: UserRow,
  clientIds: readonly string[],
): Promise<string[]> => {
  const removedTokens = await run(trx, DELETE_API_TOKENS, [tenantId, userId, clientIds]);
  const removedIds = removedTokens.map(({ client_id }) => client_id);
  await run(trx, 'delete from api_client where tenant_id = $1 and client_id = any($2)', [
    tenantId,
    removedIds,
  ]);
  for (const { client_id, label } of removedTokens) {
    await recordAudit(trx, actor, {
      kind: 'api-token.deleted',
      target: { type: 'api-token', id: client_id, name: userName },
      details: { userId, label },
    });
  }
  return removedIds;
};

const READ_DELETION_CUTOFF = statement('read-deletion-cutoff')`
  select now() - make_interval(days => $1) as at`.narrow<{ at: Date }>();

/** Tokens that expired before this time are deleted. */
export const readDeletionCutoff = async (db: Database): Promise<Date> =>
  (await readRow(db, READ_DELETION_CUTOFF, [RETENTION_DAYS])).at;

const DELETE_EXPIRED_API_TOKENS = statement('delete-expired-api-tokens')`
  delete from api_token where expires_at < now() - make_interval(days => $1)
  returning tenant_id, client_id`;

export const deleteExpiredApiTokens = async (db: Database): Promise<void> => {
  await inTransaction(db, async (trx) => {
    const tokens = await run(trx, DELETE_EXPIRED_API_TOKENS, [RETENTION_DAYS]);
    const clientIds = tokens.map(({ client_id }) => client_id);
    if (clientIds.length > 0) await run(trx, 'delete from api_client where client_id = any($1)', [clientIds]);
  });
};
