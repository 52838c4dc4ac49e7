import { inTransaction } from '#service/database/in-transaction.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { updateUser } from '#service/identity/users/update-user.ts';
import { noPasswordForServices } from '#service/identity/users/user-problems.ts';
import { withArgumentErrors } from './argument-error.ts';
import type { CommandContext } from './command-context.ts';
import { lockUserByName } from './lock-user-by-name.ts';
import { readNewPassword } from './new-password.ts';
import { readTenantId } from './read-tenant-id.ts';
import { withDatabase } from './with-database.ts';

/** `ronda user reset-password NAME`: sets a new password. A disabled user stays disabled. */
export const resetPassword = async (
  context: CommandContext,
  { userName, tenant, passwordStdin }: { userName: string; tenant: string; passwordStdin?: boolean },
): Promise<void> => {
  const { password, messages } = await readNewPassword(passwordStdin, process.stdin);
  await withDatabase(context, async ({ db }) => {
    const tenantId = await readTenantId(db, tenant);
    const passwordHash = await createPasswordHasher().hash(password);
    const { isActive } = await withArgumentErrors(() =>
      inTransaction(db, async (trx) => {
        const user = await lockUserByName(trx, tenantId, userName);
        if (user.isService) throw noPasswordForServices(user.userName);
        await rejectUnsuitablePassword(password, user);
        await updateUser(trx, createOperatorActor(tenantId, 'command line'), user, { passwordHash });
        await announceIdentityChange(trx, tenantId);
        return user;
      }),
    );
    context.print(
      `Reset the password of ${userName}. The user is signed out everywhere, and all access tokens are revoked.`,
    );
    for (const line of messages) context.print(line);
    if (!isActive)
      context.print(`${userName} is disabled and cannot sign in until you enable the user again.`);
  });
};
