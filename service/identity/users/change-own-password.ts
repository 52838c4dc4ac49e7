import type { OwnPasswordChange } from '#contract/user.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { refuseUnfitPassword } from '#service/identity/password-policy.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { type SignInThrottle, trialOfPassword } from '#service/identity/tokens/sign-in-throttle.ts';
import { updateUser } from './update-user.ts';
import { hasNoPassword, mustWait, passwordWrong } from './user-problems.ts';
import { lockUser } from './user-row.ts';

/**
 * A person chooses another password. Who guesses the one of today is slowed down as at sign-in, so that a stolen session
 * does not lead to the password. Every other session and access token ends, and every device; `shownSecret` is the hash of this one.
 */
export const changeOwnPassword = async (
  { db, passwords, throttle }: { db: Database; passwords: Passwords; throttle: SignInThrottle },
  author: Author,
  { currentPassword, newPassword }: OwnPasswordChange,
  shownSecret: Buffer | undefined,
): Promise<void> => {
  const { tenantId, userId } = author;
  await refuseUnfitPassword(newPassword, author, 'newPassword');
  const trial = trialOfPassword(author.tenancyName, author.userName, author.origin.address);
  const admit = async () => {
    const seconds = await throttle.secondsToWait(trial);
    if (seconds > 0) throw mustWait(seconds);
  };
  await admit();
  const proven = await passwords.inTurn(async ({ matches }) => {
    // Asked again, as at sign-in: others may have failed while this one waited for its turn.
    await admit();
    const stored = await readPasswordHash(db, tenantId, userId);
    if (stored === null) throw hasNoPassword();
    if (await matches(currentPassword, stored)) return stored;
    await throttle.recordFailure(trial, author, 'to choose another password');
    throw passwordWrong();
  });
  const passwordHash = await passwords.hash(newPassword);
  await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, tenantId, userId);
    // Somebody has set another one meanwhile: what was proven no longer counts.
    if (user.password_hash !== proven) throw passwordWrong();
    await updateUser(trx, author, user, { password_hash: passwordHash }, { exceptSecret: shownSecret });
    await announceIdentityChange(trx, tenantId);
  });
};

const readPasswordHash = async (db: Database, tenantId: number, userId: number): Promise<string | null> => {
  const user = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return user?.password_hash ?? null;
};
