import type { SignInSettings } from '#contract/sign-in-settings.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const SELECT_SETTINGS = `
  select password_grant as "passwordGrant", allowed_redirect_uris as "allowedRedirectUris", revision
  from tenant where tenant_id = $1`;

export const readSignInSettings = async (db: Database, tenantId: number): Promise<SignInSettings> => {
  const [settings] = await run<SignInSettings>(db, SELECT_SETTINGS, [tenantId]);
  return settings!;
};

/** Reads the settings and locks them until the transaction ends. */
export const lockSignInSettings = async (
  trx: DatabaseTransaction,
  tenantId: number,
): Promise<SignInSettings> => {
  const [settings] = await run<SignInSettings>(trx, `${SELECT_SETTINGS} for no key update`, [tenantId]);
  return settings!;
};
