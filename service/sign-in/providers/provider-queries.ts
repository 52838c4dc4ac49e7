import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { LoginProvider } from './login-provider.ts';

const SELECT_PROVIDER = `
  select tenant_id as "tenantId", provider_id as "providerId", name, type, is_enabled as "isEnabled",
         image_uri as "imageUri", image_class as "imageClass", settings, sealed_secret as "sealedSecret",
         revision, created_at as "createdAt", modified_at as "modifiedAt"
  from login_provider where tenant_id = $1`;

/** Lists all providers of a tenant, sorted by name; there are only a few. */
export const listProviders = (db: Database, tenantId: number): Promise<LoginProvider[]> =>
  run<LoginProvider>(db, `${SELECT_PROVIDER} order by lower(name)`, [tenantId]);

/** Lists the enabled providers of a tenant (L1). */
export const listOfferedProviders = (db: Database, tenantId: number): Promise<LoginProvider[]> =>
  run<LoginProvider>(db, `${SELECT_PROVIDER} and is_enabled order by lower(name)`, [tenantId]);

/** Finds an enabled provider by name, ignoring letter case. */
export const findOfferedProvider = async (
  db: Database,
  tenantId: number,
  name: string,
): Promise<LoginProvider | undefined> => {
  const [found] = await run<LoginProvider>(
    db,
    `${SELECT_PROVIDER} and is_enabled and lower(name) = lower($2)`,
    [tenantId, name],
  );
  return found;
};

/** Finds a provider by name, enabled or not, and locks it until the transaction ends. */
export const findNamedProvider = async (
  trx: DatabaseTransaction,
  tenantId: number,
  name: string,
): Promise<LoginProvider | undefined> => {
  const [found] = await run<LoginProvider>(trx, `${SELECT_PROVIDER} and lower(name) = lower($2) for update`, [
    tenantId,
    name,
  ]);
  return found;
};

export const findProvider = async (
  db: Database,
  tenantId: number,
  providerId: string,
): Promise<LoginProvider | undefined> => {
  const [found] = await run<LoginProvider>(db, `${SELECT_PROVIDER} and provider_id = $2`, [
    tenantId,
    providerId,
  ]);
  return found;
};
