import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, readRow, run, statement } from '#service/database/statement.ts';
import type { LoginProvider } from './login-provider.ts';

const SELECT_PROVIDER = `
  select tenant_id as "tenantId", provider_id as "providerId", name, type, is_enabled as "isEnabled",
         image_uri as "imageUri", image_class as "imageClass", settings, sealed_secret as "sealedSecret",
         revision, created_at as "createdAt", modified_at as "modifiedAt"
  from login_provider where tenant_id = $1`;

/** The columns whose exact types PostgreSQL does not know. */
type ProviderColumns = Pick<LoginProvider, 'type' | 'settings'>;

const LIST_PROVIDERS = statement(
  'list-providers',
)`${SELECT_PROVIDER} order by lower(name)`.narrow<ProviderColumns>();

export const listProviders = (db: Database, tenantId: number): Promise<LoginProvider[]> =>
  run(db, LIST_PROVIDERS, [tenantId]);

const LIST_OFFERED_PROVIDERS = statement('list-offered-providers')`
  select name, image_uri as "imageUri", image_class as "imageClass",
         coalesce((settings ->> 'tokenInFragment')::boolean, true) as "issuesTokens"
  from login_provider where tenant_id = $1 and is_enabled order by lower(name)`.narrow<{
  issuesTokens: boolean;
}>();

/** The other settings are not read: they can be several hundred KB long. */
type OfferedProvider = Pick<LoginProvider, 'name' | 'imageUri' | 'imageClass'> & {
  /** True if applications can obtain an access token through this provider. */
  issuesTokens: boolean;
};

/** Lists a tenant's enabled providers (L1). */
export const listOfferedProviders = (db: Database, tenantId: number): Promise<OfferedProvider[]> =>
  run(db, LIST_OFFERED_PROVIDERS, [tenantId]);

const COUNT_PROVIDERS = statement('count-providers')`
  select count(*)::integer as count from login_provider where tenant_id = $1`;

export const countProviders = async (db: Database, tenantId: number): Promise<number> =>
  (await readRow(db, COUNT_PROVIDERS, [tenantId])).count;

const FIND_OFFERED_PROVIDER = statement('find-offered-provider')`
  ${SELECT_PROVIDER} and is_enabled and lower(name) = lower($2)`.narrow<ProviderColumns>();

export const findOfferedProvider = (db: Database, tenantId: number, name: string) =>
  findRow(db, FIND_OFFERED_PROVIDER, [tenantId, name]);

const FIND_NAMED_PROVIDER = statement('find-named-provider')`
  ${SELECT_PROVIDER} and lower(name) = lower($2) for update`.narrow<ProviderColumns>();

/** Finds a provider by name, whether or not it is enabled, and locks it until the transaction ends. */
export const findNamedProvider = (trx: DatabaseTransaction, tenantId: number, name: string) =>
  findRow(trx, FIND_NAMED_PROVIDER, [tenantId, name]);

const FIND_PROVIDER = statement(
  'find-provider',
)`${SELECT_PROVIDER} and provider_id = $2`.narrow<ProviderColumns>();

export const findProvider = (db: Database, tenantId: number, providerId: string) =>
  findRow(db, FIND_PROVIDER, [tenantId, providerId]);
