import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { checkFile, type ProvisionSource } from './check-file.ts';
import { planPasswords } from './plan-passwords.ts';
import type { Progress } from './progress.ts';
import type { ProvisionMeans } from './provision-means.ts';
import { provisionTenant } from './provision-tenant.ts';
import { addSummary, emptySummary, type ProvisionSummary } from './summary.ts';

/**
 * Brings the database to what a file says: what it names is made or updated, what it does not name stays. The whole
 * file is checked first and refused with all its faults; then each tenant is one transaction. Doing it again changes
 * nothing.
 */
export const provision = async (
  db: Database,
  source: ProvisionSource,
  { onProgress = () => {}, ...means }: ProvisionMeans & { onProgress?: (progress: Progress) => void },
): Promise<ProvisionSummary> => {
  const { file, standing, itemsOf } = await checkFile(db, source, means);
  const total = emptySummary();
  for (const [index, tenant] of file.tenants.entries()) {
    const passwordHashes = await planPasswords(means.passwords, tenant, standing[index]!, onProgress);
    const summary = await inTransaction(db, (trx) =>
      provisionTenant(trx, tenant, { itemsOf, passwordHashes, seal: means.seal, onProgress }),
    );
    addSummary(total, summary);
  }
  return total;
};
