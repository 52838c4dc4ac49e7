import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Seal } from '#service/sign-in/seal.ts';
import { placeOfSecret } from './login-provider.ts';

export type UnopenableSecret = { tenancyName: string; provider: string };

/** The providers of all tenants whose secrets the key cannot open; all that have one, without a key. */
export const listUnopenableSecrets = async (
  db: Database,
  seal: Seal | undefined,
): Promise<UnopenableSecret[]> => {
  const sealed = await run<UnopenableSecret & { tenant_id: number; provider_id: string; secret: Buffer }>(
    db,
    `select tenant.tenancy_name as "tenancyName", name as provider, login_provider.tenant_id, provider_id,
            sealed_secret as secret
     from login_provider join tenant on tenant.tenant_id = login_provider.tenant_id
     where sealed_secret is not null order by tenant.tenancy_name, name`,
    [],
  );
  return sealed
    .filter(
      ({ tenant_id, provider_id, secret }) =>
        seal?.open(secret, placeOfSecret(tenant_id, provider_id)) === undefined,
    )
    .map(({ tenancyName, provider }) => ({ tenancyName, provider }));
};
