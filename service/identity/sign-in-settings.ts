import type { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from './actor.ts';
import { type AuditEntryActor, type AuditedActor, recordAudit } from './audit/record-audit.ts';
import { invalidRedirectUris, signInSettingsOutdated } from './identity-problems.ts';
import { isRedirectUri } from './redirect-uri.ts';

const SELECT_SETTINGS = `
  select password_grant as "passwordGrant", allowed_redirect_uris as "allowedRedirectUris", revision
  from tenant where tenant_id = $1`;

const READ_SIGN_IN_SETTINGS = statement('read-sign-in-settings')`${SELECT_SETTINGS}`;

const LOCK_SIGN_IN_SETTINGS = statement('lock-sign-in-settings')`${SELECT_SETTINGS} for no key update`;

export const readSignInSettings = (db: Database, tenantId: number, select = READ_SIGN_IN_SETTINGS) =>
  readRow(db, select, [tenantId]);

export const lockSignInSettings = (trx: DatabaseTransaction, tenantId: number): Promise<SignInSettings> =>
  readSignInSettings(trx, tenantId, LOCK_SIGN_IN_SETTINGS);

export const editSignInSettings = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { patch, matchesTag }: { patch: SignInSettingsPatch; matchesTag: Precondition },
): Promise<SignInSettings> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const invalid = (patch.allowedRedirectUris ?? []).flatMap((uri, index) =>
    isRedirectUri(uri) ? [] : [{ uri, index }],
  );
  if (invalid.length > 0) throw invalidRedirectUris(invalid);
  const current = await lockSignInSettings(trx, tenantId);
  if (!matchesTag(formatEntityTag(current.revision))) throw signInSettingsOutdated(current.revision);
  await setSignInSettings(trx, actor, current, patch);
  return readSignInSettings(trx, tenantId);
};

/** Changes locked sign-in settings and returns true if anything changed. Absent settings are left unchanged. */
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
