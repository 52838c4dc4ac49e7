import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { LoginProvider } from './login-provider.ts';

const SELECT_PROVIDER = `
  select tenant_id as "tenantId", provider_id as "providerId", name, type, is_enabled as "isEnabled",
         image_uri as "imageUri", image_class as "imageClass", settings, sealed_secret as "sealedSecret",
         revision, created_at as "createdAt", modified_at as "modifiedAt"
  from login_provider where tenant_id = $1`;

/** A tenant has a handful of them. */
export const listProviders = (db: Database, tenantId: number): Promise<LoginProvider[]> =>
  run<LoginProvider>(db, `${SELECT_PROVIDER} order by lower(name)`, [tenantId]);

/** The providers by which one may sign in to a tenant now (L1). */
export const listOfferedProviders = (db: Database, tenantId: number): Promise<LoginProvider[]> =>
  run<LoginProvider>(db, `${SELECT_PROVIDER} and is_enabled order by lower(name)`, [tenantId]);

/** One that may be signed in by now, by its name, letter case ignored. */
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

/** Whether it is switched on or not; nobody else changes it until the transaction is over. */
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
