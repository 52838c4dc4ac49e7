import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

const INSERT_TENANT = statement('insert-tenant')`
  insert into tenant (tenancy_name) values ($1) on conflict do nothing returning tenant_id`;

const LOCK_TENANT_NAMED = statement('lock-tenant-named')`
  select tenant_id from tenant where lower(tenancy_name) = lower($1) for no key update`;

/**
 * Creates the tenant if it does not exist, and locks it: concurrent calls for the same tenant wait until this
 * transaction ends. A new tenant has no roles or change feed yet.
 */
export const ensureTenant = async (
  trx: DatabaseTransaction,
  tenancyName: string,
): Promise<{ tenantId: number; outcome: UpsertOutcome }> => {
  const [created] = await run(trx, INSERT_TENANT, [tenancyName]);
  if (created) return { tenantId: created.tenant_id, outcome: 'created' };
  const [existing] = await run(trx, LOCK_TENANT_NAMED, [tenancyName]);
  return { tenantId: existing!.tenant_id, outcome: 'unchanged' };
};
