import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

/**
 * Creates a tenant unless one with this name exists, ignoring letter case. Concurrent calls for the same tenant wait until
 * the transaction ends. A new tenant has no roles and no change feed yet.
 */
export const ensureTenant = async (
  trx: DatabaseTransaction,
  tenancyName: string,
): Promise<{ tenantId: number; outcome: UpsertOutcome }> => {
  const [created] = await run<{ tenant_id: number }>(
    trx,
    'insert into tenant (tenancy_name) values ($1) on conflict do nothing returning tenant_id',
    [tenancyName],
  );
  if (created) return { tenantId: created.tenant_id, outcome: 'created' };
  const [found] = await run<{ tenant_id: number }>(
    trx,
    'select tenant_id from tenant where lower(tenancy_name) = lower($1) for no key update',
    [tenancyName],
  );
  return { tenantId: found!.tenant_id, outcome: 'unchanged' };
};
