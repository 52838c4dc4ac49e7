import type { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from './audit/record-audit.ts';

/** Changes a tenant's sign-in settings and returns true if anything changed. Absent settings are left unchanged. */
export const setSignInSettings = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  current: SignInSettings,
  {
    passwordGrant = current.passwordGrant,
    allowedRedirectUris = current.allowedRedirectUris,
  }: SignInSettingsPatch,
): Promise<boolean> => {
  const before = { passwordGrant: current.passwordGrant, allowedRedirectUris: current.allowedRedirectUris };
  const after = { passwordGrant, allowedRedirectUris: [...new Set(allowedRedirectUris)] };
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  await run(
    trx,
    `update tenant set password_grant = $2, allowed_redirect_uris = $3, revision = revision + 1 where tenant_id = $1`,
    [actor.tenantId, after.passwordGrant, after.allowedRedirectUris],
  );
  await recordAudit(trx, actor, { kind: 'sign-in.settings-changed', details: { before, after } });
  return true;
};
