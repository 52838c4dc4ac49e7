import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from './actor.ts';
import { announceIdentityChange } from './announce-identity-change.ts';
import { apiTokenNotFound } from './identity-problems.ts';

/** Deletes an API token of a service user; the access tokens bought with it end too (decision A7). */
export const deleteApiToken = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<void> => {
  const { tenantId } = scopeOf(actor, 'Tokens.Manage');
  const deleted = await run(
    trx,
    'delete from api_token where tenant_id = $1 and user_id = $2 and client_id = $3 returning client_id',
    [tenantId, userId, clientId],
  );
  if (deleted.length === 0) throw apiTokenNotFound(clientId);
  await run(trx, 'delete from api_client where client_id = $1 and tenant_id = $2', [clientId, tenantId]);
  await announceIdentityChange(trx, tenantId);
};
