import type { NewLoginProvider } from '#contract/login-provider.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { checkProvider } from './check-provider.ts';
import { requirePermissionToSave } from './provider-permissions.ts';
import { providerNameTaken } from './provider-problems.ts';
import { insertProvider } from './write-provider.ts';

/** Creates an identity provider. It is disabled unless the draft enables it. */
export const createProvider = async (
  trx: DatabaseTransaction,
  author: Author,
  { draft, providerId }: { draft: NewLoginProvider; providerId: string },
  { encryption, outgoing }: { encryption: SecretEncryption; outgoing: Outgoing },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'SignIn.Manage');
  await checkProvider(trx, tenantId, draft, { outgoingPolicy: outgoing.policy, hasSecret: false });
  await requirePermissionToSave(trx, author, draft);
  const provider = { isEnabled: false, ...draft };
  if (!(await insertProvider(trx, { tenantId, providerId }, provider, encryption))) {
    throw providerNameTaken(draft.name);
  }
  await recordAudit(trx, author, {
    kind: 'login-provider.created',
    target: { type: 'login-provider', id: providerId, name: draft.name },
    details: { type: draft.type, isEnabled: provider.isEnabled },
  });
};
