import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

const INSERT_TENANT = statement('insert-tenant')`
  insert into tenant (tenancy_name) values ($1) on conflict do nothing returning tenant_id`;

const LOCK_TENANT_NAMED = statement('lock-tenant-named')`
  select tenant_id from tenant where lower(tenancy_name) = lower($1) for no key update`;

/** Creates the tenant if it does not exist, and locks it. A new tenant has no roles or change feed yet. */
export const ensureTenant = async (
  trx: DatabaseTransaction,
  tenancyName: string,
): Promise<{ tenantId: number; outcome: UpsertOutcome }> => {
  const [newTenant] = await run(trx, INSERT_TENANT, [tenancyName]);
  if (newTenant) return { tenantId: newTenant.tenant_id, outcome: 'created' };
  const { tenant_id: tenantId } = await readRow(trx, LOCK_TENANT_NAMED, [tenancyName]);
  return { tenantId, outcome: 'unchanged' };
};
