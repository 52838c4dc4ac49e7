import type { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from './actor.ts';
import type { AuditedActor } from './audit/record-audit.ts';
import { invalidRedirectUris, signInSettingsOutdated } from './identity-problems.ts';
import { isRedirectUri } from './redirect-uri.ts';
import { setSignInSettings } from './set-sign-in-settings.ts';
import { lockSignInSettings } from './sign-in-settings-queries.ts';

/** Changes the tenant's sign-in settings. */
export const editSignInSettings = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { patch, isExpected }: { patch: SignInSettingsPatch; isExpected: Precondition },
): Promise<SignInSettings> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const invalid = (patch.allowedRedirectUris ?? []).flatMap((uri, index) =>
    isRedirectUri(uri) ? [] : [{ uri, index }],
  );
  if (invalid.length > 0) throw invalidRedirectUris(invalid);
  const current = await lockSignInSettings(trx, tenantId);
  if (!isExpected(formatEntityTag(current.revision))) throw signInSettingsOutdated(current.revision);
  await setSignInSettings(trx, actor, current, patch);
  return lockSignInSettings(trx, tenantId);
};
