import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { checkFile, type ProvisionSource } from './check-file.ts';
import { planPasswords } from './plan-passwords.ts';
import type { Progress } from './progress.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';
import { provisionTenant } from './provision-tenant.ts';
import { addSummary, emptySummary, type ProvisionSummary } from './summary.ts';

/**
 * Applies a file to the database: creates or updates what the file contains and leaves everything else unchanged. The
 * whole file is checked first and rejected with all its errors; then each tenant is one transaction. Applying it again
 * changes nothing.
 */
export const provision = async (
  db: Database,
  source: ProvisionSource,
  {
    onProgress = () => {},
    ...dependencies
  }: ProvisionDependencies & { onProgress?: (progress: Progress) => void },
): Promise<ProvisionSummary> => {
  const { file, existing, itemsOf } = await checkFile(db, source, dependencies);
  const total = emptySummary();
  for (const [index, tenant] of file.tenants.entries()) {
    const passwordHashes = await planPasswords(dependencies.passwords, tenant, existing[index]!, onProgress);
    const summary = await inTransaction(db, (trx) =>
      provisionTenant(trx, tenant, {
        itemsOf,
        passwordHashes,
        encryption: dependencies.encryption,
        onProgress,
      }),
    );
    addSummary(total, summary);
  }
  return total;
};
