import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Ensured } from '#service/database/ensured.ts';
import { run } from '#service/database/statement.ts';

/**
 * Makes a tenant unless there is one of that name, letter case ignored. Until the transaction ends, whoever else
 * ensures the same tenant waits. A new one has no roles and no change feed yet.
 */
export const ensureTenant = async (
  trx: DatabaseTransaction,
  tenancyName: string,
): Promise<{ tenantId: number; outcome: Ensured }> => {
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
