import type { SignInSettings } from '#contract/sign-in-settings.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

const SELECT_SETTINGS = `
  select password_grant as "passwordGrant", allowed_redirect_uris as "allowedRedirectUris", revision
  from tenant where tenant_id = $1`;

const READ_SETTINGS = statement('read-sign-in-settings')`${SELECT_SETTINGS}`;

const LOCK_SETTINGS = statement('lock-sign-in-settings')`${SELECT_SETTINGS} for no key update`;

export const readSignInSettings = async (db: Database, tenantId: number): Promise<SignInSettings> => {
  const [settings] = await run(db, READ_SETTINGS, [tenantId]);
  return settings!;
};

/** Reads the settings and locks them until the transaction ends. */
export const lockSignInSettings = async (
  trx: DatabaseTransaction,
  tenantId: number,
): Promise<SignInSettings> => {
  const [settings] = await run(trx, LOCK_SETTINGS, [tenantId]);
  return settings!;
};
