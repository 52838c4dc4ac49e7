import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import { isAdministrator } from '#service/identity/administrators.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError, type UnconfirmedLink } from '#service/sign-in/sign-in-denied-error.ts';

/**
 * Denies the sign-in of an administrator unless the provider has signsInAdministrators or an administrator has
 * confirmed the account (L11). Without this check, anyone who configures a provider could sign in as an administrator.
 * Users may gain permissions at any time, so only sign-ins with a confirmed subject skip the check.
 */
export const requireConfirmation = async (
  trx: DatabaseTransaction,
  { tenantId, providerId, settings }: LoginProvider,
  stable: UnconfirmedLink['stable'],
  { userId, userName }: { userId: number; userName: string },
): Promise<void> => {
  if (settings.signsInAdministrators || !(await isAdministrator(trx, { tenantId, userId }))) return;
  if (stable === null) {
    const isConfirmed = await hasRow(
      trx,
      'select from confirmed_name where tenant_id = $1 and provider_id = $2 and user_id = $3',
      [tenantId, providerId, userId],
    );
    if (isConfirmed) return;
  }
  throw new SignInDeniedError(
    'this user is an administrator: another administrator must confirm the link first',
    { userName, unconfirmedLink: { userId, stable } },
  );
};
