import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { checkFile, type ProvisionSource } from './check-file.ts';
import { hashPasswords } from './hash-passwords.ts';
import type { Progress } from './progress.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';
import { provisionTenant } from './provision-tenant.ts';
import { addSummary, createSummary, type ProvisionSummary } from './summary.ts';

/**
 * Creates or updates the data in the file, each tenant in its own transaction, and changes no other data. A file with
 * errors is rejected entirely, with a list of all errors.
 */
export const provision = async (
  db: Database,
  source: ProvisionSource,
  {
    onProgress = () => {},
    ...dependencies
  }: ProvisionDependencies & { onProgress?: (progress: Progress) => void },
): Promise<ProvisionSummary> => {
  const { file, existingDataOfTenants, iterateItems } = await checkFile(db, source, dependencies);
  const total = createSummary();
  for (const [index, tenant] of file.tenants.entries()) {
    const passwordHashes = await hashPasswords(
      dependencies.passwords,
      tenant,
      existingDataOfTenants[index]!,
      onProgress,
    );
    const summary = await inTransaction(db, (trx) =>
      provisionTenant(trx, tenant, {
        iterateItems,
        passwordHashes,
        encryption: dependencies.encryption,
        onProgress,
      }),
    );
    addSummary(total, summary);
  }
  return total;
};
