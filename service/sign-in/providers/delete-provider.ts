import type { DatabaseTransaction } from '#service/database/connect.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockProvider } from './lock-provider.ts';
import { providerChanged } from './provider-problems.ts';
import { removeProvider } from './write-provider.ts';

/** Deletes an identity provider. Its users stay, and can sign in again when it is configured again. */
export const deleteProvider = async (
  trx: DatabaseTransaction,
  author: Author,
  { providerId, isExpected }: { providerId: string; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'SignIn.Manage');
  const provider = await lockProvider(trx, tenantId, providerId);
  if (!isExpected(entityTagOf(provider.revision))) throw providerChanged();
  await removeProvider(trx, tenantId, providerId);
  await recordAudit(trx, author, {
    kind: 'login-provider.deleted',
    target: { type: 'login-provider', id: providerId, name: provider.name },
  });
};
