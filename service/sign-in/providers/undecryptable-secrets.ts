import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { formatSecretContext } from './login-provider.ts';

const LIST_UNDECRYPTABLE_SECRETS = statement('list-undecryptable-secrets')`
  select tenant.tenancy_name as "tenancyName", name as provider, login_provider.tenant_id, provider_id,
         sealed_secret as secret
  from login_provider join tenant on tenant.tenant_id = login_provider.tenant_id
  where sealed_secret is not null order by tenant.tenancy_name, name`.narrow<{ secret: Buffer }>();

/** Lists the providers whose secrets cannot be decrypted: without a key, every provider with a secret. */
export const listUndecryptableSecrets = async (db: Database, encryption: SecretEncryption | undefined) => {
  const rows = await run(db, LIST_UNDECRYPTABLE_SECRETS, []);
  return rows
    .filter(
      ({ tenant_id, provider_id, secret }) =>
        encryption?.decrypt(secret, formatSecretContext(tenant_id, provider_id)) === undefined,
    )
    .map(({ tenancyName, provider }) => ({ tenancyName, provider }));
};
