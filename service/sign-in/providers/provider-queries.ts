import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

export type OfferedProvider = { name: string; imageUri: string | null; imageClass: string | null };

/** The providers by which one may sign in to a tenant, by name (L1). */
export const listOfferedProviders = (db: Database, tenantId: number): Promise<OfferedProvider[]> =>
  run(
    db,
    `select name, image_uri as "imageUri", image_class as "imageClass" from login_provider
     where tenant_id = $1 and is_enabled order by lower(name)`,
    [tenantId],
  );
