import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { checkFile, type ProvisionSource } from './check-file.ts';
import { hashPasswords } from './hash-passwords.ts';
import type { Progress } from './progress.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';
import { provisionTenant } from './provision-tenant.ts';
import { addSummary, createSummary, type ProvisionSummary } from './summary.ts';

/**
 * Applies a file to the database: creates or updates the data in the file, and changes no other data. The whole
 * file is checked first. If it has errors, the file is rejected with a list of all errors. Each tenant is applied
 * in its own transaction. Applying the file again changes nothing.
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
