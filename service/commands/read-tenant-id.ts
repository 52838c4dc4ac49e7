import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import { ArgumentError, notFound } from './argument-error.ts';

const READ_TENANT_ID = statement('find-tenant-named')`
  select tenant_id from tenant where lower(tenancy_name) = lower($1 collate "C")`;

const LIST_TENANT_NAMES = statement('list-tenant-names')`
  select tenancy_name from tenant order by tenancy_name limit $1`;

/** Throws ArgumentError if there is no tenant with this name (case-insensitive). */
export const readTenantId = async (db: Database, tenancyName: string): Promise<number> => {
  const [tenant] = await run(db, READ_TENANT_ID, [tenancyName]);
  if (tenant) return tenant.tenant_id;
  const tenants = await run(db, LIST_TENANT_NAMES, [MAX_COMPARED_NAMES]);
  if (tenants.length === 0)
    throw new ArgumentError('There is no organisation yet. Run `ronda start` to create one.');
  const names = tenants.map(({ tenancy_name: name }) => name);
  throw notFound('Organisation', tenancyName, names);
};
