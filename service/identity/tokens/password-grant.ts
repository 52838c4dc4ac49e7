import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { AuditActor, Origin } from '#service/identity/audit/record-audit.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { SignedInByPassword } from './access-token.ts';
import { passwordTry, type SignInThrottle } from './sign-in-throttle.ts';
import { wrongCredentials } from './token-problems.ts';

const FIND_CANDIDATE = statement('find-password-candidate')`
  select app_user.tenant_id, app_user.user_id, app_user.password_hash,
         tenant.password_grant and app_user.password_grant as may_use_grant
  from tenant
  join app_user on app_user.tenant_id = tenant.tenant_id
  where lower(tenant.tenancy_name) = lower($1 collate "C") and lower(app_user.user_name) = lower($2 collate "C")
    and app_user.is_active and not app_user.is_service`;

/** Has no effect if the password has been changed since it was read. */
const RENEW = `
  update app_user set password_hash = $4
  where tenant_id = $1 and user_id = $2 and password_hash = $3
  returning user_id`;

export type PasswordServices = { db: Database; passwords: Passwords; throttle: SignInThrottle };

export type GivenPassword = { username: string; password: string; tenancyName: string; origin: Origin };

/**
 * Signs in with user name and password. A wrong user, password or tenant gives the same response in the same time (decision A1), and so
 * does the right password of a user who may not use it: `isGrant` is true for the password grant, which a tenant or a user may have
 * disabled (S18).
 */
export const signInWithPassword = async (
  { db, passwords, throttle }: PasswordServices,
  given: GivenPassword,
  { isGrant = false }: { isGrant?: boolean } = {},
): Promise<SignedInByPassword> => {
  const trial = passwordTry(given.tenancyName, given.username, given.origin.ipAddress);
  const admit = async () => {
    const seconds = await throttle.secondsToWait(trial);
    if (seconds > 0) throw wrongCredentials(seconds);
  };
  await admit();
  return passwords.inTurn(async ({ matches, renewed }) => {
    // Checked again, because others may have failed while this attempt was queued: a burst of guesses gains nothing.
    await admit();
    const [candidate] = await run(db, FIND_CANDIDATE, [given.tenancyName, given.username]);
    const passwordHash = candidate?.password_hash ?? null;
    const isRight = await matches(given.password, passwordHash);
    if (!isRight || !candidate || passwordHash === null) {
      await throttle.recordFailure(trial, await failedUser(db, given));
      throw wrongCredentials();
    }
    if (isGrant && !candidate.may_use_grant) {
      await throttle.recordFailure(trial, await failedUser(db, given), 'the password grant is switched off');
      throw wrongCredentials();
    }
    await throttle.recordSuccess(trial);
    const { tenant_id: tenantId, user_id: userId } = candidate;
    const better = await renewed(given.password, passwordHash);
    const isKept =
      better !== undefined && (await run(db, RENEW, [tenantId, userId, passwordHash, better])).length > 0;
    return { tenantId, userId, clientId: null, passwordHash: isKept ? better : passwordHash };
  });
};

const FIND_FAILED_USER = statement('find-failed-user')`
  select tenant.tenant_id, app_user.user_id from tenant
  left join app_user on app_user.tenant_id = tenant.tenant_id and lower(app_user.user_name) = lower($2 collate "C")
  where lower(tenant.tenancy_name) = lower($1 collate "C")`;

/** The audit log entry goes to the tenant of that name, if there is one; for an unknown user it has the name that was tried. */
const failedUser = async (
  db: Database,
  { username, tenancyName, origin }: GivenPassword,
): Promise<AuditActor | undefined> => {
  const [found] = await run(db, FIND_FAILED_USER, [tenancyName, username]);
  if (!found) return undefined;
  return { tenantId: found.tenant_id, userId: found.user_id, userName: username, clientId: null, origin };
};
