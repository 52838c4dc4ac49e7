import { inTransaction } from '#service/database/in-transaction.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { operatorOf } from '#service/identity/audit/record-audit.ts';
import { refuseUnfitPassword } from '#service/identity/password-policy.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { updateUser } from '#service/identity/users/update-user.ts';
import { noPasswordForServices } from '#service/identity/users/user-problems.ts';
import { refusingArguments } from './argument-error.ts';
import { readChosenPassword } from './chosen-password.ts';
import { findTenantNamed } from './find-tenant-named.ts';
import { lockUserToChange } from './lock-user-to-change.ts';
import type { Operation } from './operation.ts';
import { withDatabase } from './with-database.ts';

/** `ronda user reset-password NAME`: gives a person another password, and stops. One that is disabled stays so. */
export const resetPassword = async (
  operation: Operation,
  { userName, tenant, passwordStdin }: { userName: string; tenant: string; passwordStdin?: boolean },
): Promise<void> => {
  const { password, told } = await readChosenPassword(passwordStdin, process.stdin);
  await withDatabase(operation, async ({ db }) => {
    const tenantId = await findTenantNamed(db, tenant);
    const passwordHash = await createPasswords().hash(password);
    const { is_active: isActive } = await refusingArguments(() =>
      inTransaction(db, async (trx) => {
        const user = await lockUserToChange(trx, tenantId, userName);
        if (user.is_service) throw noPasswordForServices(user.user_name);
        await refuseUnfitPassword(password, { userName: user.user_name, emailAddress: user.email_address });
        await updateUser(trx, operatorOf(tenantId, 'command line'), user, { password_hash: passwordHash });
        await announceIdentityChange(trx, tenantId);
        return user;
      }),
    );
    operation.print(`${userName} has another password; its sessions, devices and access tokens have ended.`);
    for (const line of told) operation.print(line);
    if (!isActive) operation.print(`${userName} is disabled and cannot sign in before it is enabled again.`);
  });
};
