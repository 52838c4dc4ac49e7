import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { LoginProvider } from './login-provider.ts';
import { providerNotFound } from './provider-problems.ts';
import { findProvider } from './provider-queries.ts';

/** Finds a provider and locks it until the transaction ends. */
export const lockProvider = async (
  trx: DatabaseTransaction,
  tenantId: number,
  providerId: string,
): Promise<LoginProvider> => {
  await run(trx, 'select from login_provider where tenant_id = $1 and provider_id = $2 for update', [
    tenantId,
    providerId,
  ]);
  const provider = await findProvider(trx, tenantId, providerId);
  if (!provider) throw providerNotFound(providerId);
  return provider;
};
