import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import { ArgumentError } from './argument-error.ts';

/** The organisation that a command names, letter case ignored. */
export const findTenantNamed = async (db: Database, tenancyName: string): Promise<number> => {
  const tenants = await run<{ tenant_id: number; tenancy_name: string }>(
    db,
    'select tenant_id, tenancy_name from tenant order by tenancy_name limit $1',
    [10_000],
  );
  const found = tenants.find((tenant) => tenant.tenancy_name.toLowerCase() === tenancyName.toLowerCase());
  if (found) return found.tenant_id;
  if (tenants.length === 0)
    throw new ArgumentError('There is no organisation yet: the first `ronda start` makes one.');
  const near = nearestName(
    tenancyName,
    tenants.map((tenant) => tenant.tenancy_name),
  );
  throw new ArgumentError(
    `There is no organisation '${tenancyName}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
  );
};
