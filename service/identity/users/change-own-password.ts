import type { OwnPasswordChange } from '#contract/user.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import type { PasswordServices } from '#service/identity/tokens/password-grant.ts';
import { createPasswordAttempt } from '#service/identity/tokens/sign-in-throttle.ts';
import { updateUser } from './update-user.ts';
import { noPassword, waitRequired, wrongPassword } from './user-problems.ts';
import { lockUser } from './user-row.ts';

/** Throttles guesses at the current password: the session may be stolen. Only this credential stays valid. */
export const changeOwnPassword = async (
  { db, passwords, throttle }: PasswordServices,
  actor: AuditedActor,
  { currentPassword, newPassword }: OwnPasswordChange,
  credentialHash: Buffer,
): Promise<void> => {
  const { tenantId, userId } = actor;
  await rejectUnsuitablePassword(newPassword, actor, 'newPassword');
  const attempt = createPasswordAttempt(actor.tenancyName, actor.userName, actor.origin.ipAddress);
  const rejectIfThrottled = async () => {
    const seconds = await throttle.findWaitSeconds(attempt);
    if (seconds > 0) throw waitRequired(seconds);
  };
  await rejectIfThrottled();
  const verifiedHash = await passwords.withSlot(async ({ verify }) => {
    // Other attempts may have failed while this one was waiting in the queue.
    await rejectIfThrottled();
    const [user] = await run(db, READ_PASSWORD_HASH, [tenantId, userId]);
    const storedHash = user?.password_hash ?? null;
    if (storedHash === null) throw noPassword();
    if (await verify(currentPassword, storedHash)) return storedHash;
    await throttle.recordFailure(attempt, actor, 'to choose another password');
    throw wrongPassword();
  });
  const passwordHash = await passwords.hash(newPassword);
  await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, tenantId, userId);
    // The password has been changed concurrently.
    if (user.passwordHash !== verifiedHash) throw wrongPassword();
    await updateUser(trx, actor, user, { passwordHash }, { tokenHashToKeep: credentialHash });
    await announceIdentityChange(trx, tenantId);
  });
};

const READ_PASSWORD_HASH = statement('read-password-hash')`
  select password_hash from app_user where tenant_id = $1 and user_id = $2`;
