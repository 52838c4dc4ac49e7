import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

/** The organisation used when a sign-in does not name one (decision A1). */
export const DEFAULT_TENANCY = 'default';

export type Tenant = { tenantId: number; tenancyName: string; allowedRedirectUris: readonly string[] };

const FIND_TENANT = statement('find-tenant')`
  select tenant_id, tenancy_name, allowed_redirect_uris from tenant where lower(tenancy_name) = lower($1 collate "C")`;

/** Finds a tenant by name, ignoring case. */
export const findTenant = async (db: Database, tenancyName: string): Promise<Tenant | undefined> => {
  const [row] = await run(db, FIND_TENANT, [tenancyName]);
  return (
    row && {
      tenantId: row.tenant_id,
      tenancyName: row.tenancy_name,
      allowedRedirectUris: row.allowed_redirect_uris,
    }
  );
};

/** Returns true if there are several organisations, so that users have to enter theirs. */
export const hasMultipleTenants = async (db: Database): Promise<boolean> =>
  (await run(db, 'select from tenant limit 2', [])).length > 1;
