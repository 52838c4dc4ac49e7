import type { Database } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';

/** The organisation used when a sign-in does not name one (decision A1). */
export const DEFAULT_TENANCY = 'default';

const FIND_TENANT = statement('find-tenant')`
  select tenant_id as "tenantId", tenancy_name as "tenancyName", allowed_redirect_uris as "allowedRedirectUris"
  from tenant where lower(tenancy_name) = lower($1 collate "C")`;

export const findTenant = (db: Database, tenancyName: string) => findRow(db, FIND_TENANT, [tenancyName]);

export const hasMultipleTenants = async (db: Database): Promise<boolean> =>
  (await run(db, 'select from tenant limit 2', [])).length > 1;
