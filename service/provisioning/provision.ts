import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { checkFile, type ProvisionSource } from './check-file.ts';
import { planPasswords } from './plan-passwords.ts';
import type { Progress } from './progress.ts';
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
  { passwords, onProgress = () => {} }: { passwords: Passwords; onProgress?: (progress: Progress) => void },
): Promise<ProvisionSummary> => {
  const { file, standing, itemsOf } = await checkFile(db, source);
  const total = emptySummary();
  for (const [index, tenant] of file.tenants.entries()) {
    const passwordHashes = await planPasswords(passwords, tenant, standing[index]!, onProgress);
    const summary = await inTransaction(db, (trx) =>
      provisionTenant(trx, tenant, { itemsOf, passwordHashes, onProgress }),
    );
    addSummary(total, summary);
  }
  return total;
};
