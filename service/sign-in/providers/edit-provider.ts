import type { LoginProviderEdit } from '#contract/login-provider.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { violatedConstraint } from '#service/database/database-failure.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import { forgetConfirmed } from '#service/sign-in/linking/link-request.ts';
import type { Seal } from '#service/sign-in/seal.ts';
import { changesOf } from './changes-of.ts';
import { checkProvider } from './check-provider.ts';
import { lockProvider } from './lock-provider.ts';
import { providerChanged, providerNameTaken } from './provider-problems.ts';
import { hasEveryPermission, requirePermissionToSave } from './provider-rights.ts';
import { updateProvider } from './write-provider.ts';

/** Where the secret is sent to, by what a provider is set up with. */
const SECRET_GOES_TO = ['issuer', 'tokenUrl'] as const;

/** Changes an identity provider into what is given; its secret stays unless another is given. */
export const editProvider = async (
  trx: DatabaseTransaction,
  author: Author,
  { providerId, edit, isExpected }: { providerId: string; edit: LoginProviderEdit; isExpected: Precondition },
  { seal, outgoing }: { seal: Seal; outgoing: Outgoing },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'SignIn.Manage');
  const provider = await lockProvider(trx, tenantId, providerId);
  if (!isExpected(entityTagOf(provider.revision))) throw providerChanged();
  // Else whoever may edit could have the secret, which nobody may read, sent to an address of their own.
  const goesToTheSame = SECRET_GOES_TO.every((member) => provider.settings[member] === edit[member]);
  const hasSecret = provider.sealedSecret !== null && goesToTheSame;
  await checkProvider(trx, tenantId, edit, { outgoingPolicy: outgoing.policy, hasSecret });
  await requirePermissionToSave(trx, author, edit);
  // What an administrator has confirmed was about the provider as it was.
  if (!hasEveryPermission(author)) await forgetConfirmed(trx, { tenantId, providerId });
  await updateProvider(trx, { tenantId, providerId }, edit, seal).catch((error) => {
    if (violatedConstraint(error) === 'login_provider_name_key') throw providerNameTaken(edit.name);
    throw error;
  });
  await recordAudit(trx, author, {
    kind: 'login-provider.edited',
    on: { type: 'login-provider', id: providerId, name: edit.name },
    details: changesOf(provider, edit),
  });
};
