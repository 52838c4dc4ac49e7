import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { MAX_COMPARED, nearestName } from '#spelling/nearest-name.ts';
import { ArgumentError } from './argument-error.ts';

const FIND_TENANT_NAMED = statement('find-tenant-named')`
  select tenant_id from tenant where lower(tenancy_name) = lower($1 collate "C")`;

const LIST_TENANT_NAMES = statement('list-tenant-names')`
  select tenancy_name from tenant order by tenancy_name limit $1`;

/** Returns the id of the organisation with this name, ignoring case. */
export const findTenantNamed = async (db: Database, tenancyName: string): Promise<number> => {
  const [found] = await run(db, FIND_TENANT_NAMED, [tenancyName]);
  if (found) return found.tenant_id;
  const tenants = await run(db, LIST_TENANT_NAMES, [MAX_COMPARED]);
  if (tenants.length === 0)
    throw new ArgumentError('There is no organisation yet. Run `ronda start` to create one.');
  const near = nearestName(
    tenancyName,
    tenants.map((tenant) => tenant.tenancy_name),
  );
  throw new ArgumentError(
    `Organisation '${tenancyName}' not found.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
  );
};
