import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Origin, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { SignedInByPassword } from './access-token.ts';
import { accountHash, type SignInThrottle } from './sign-in-throttle.ts';
import { wrongCredentials } from './token-problems.ts';

type Candidate = { tenant_id: number; user_id: number; password_hash: string | null };

const FIND_CANDIDATE = `
  select app_user.tenant_id, app_user.user_id, app_user.password_hash
  from tenant
  join app_user on app_user.tenant_id = tenant.tenant_id
  where lower(tenant.tenancy_name) = lower($1 collate "C") and lower(app_user.user_name) = lower($2 collate "C")
    and app_user.is_active and not app_user.is_service`;

/** Unless somebody has set another password meanwhile. */
const RENEW = `
  update app_user set password_hash = $4
  where tenant_id = $1 and user_id = $2 and password_hash = $3
  returning user_id`;

/**
 * Who signs in by user name and password. A wrong user, password or tenant answers the same in the same time
 * (decision A1).
 */
export const signInWithPassword = async (
  { db, passwords, throttle }: { db: Database; passwords: Passwords; throttle: SignInThrottle },
  given: { username: string; password: string; tenancyName: string; origin: Origin },
): Promise<SignedInByPassword> => {
  const account = accountHash(given.tenancyName, given.username);
  const address = given.origin.address ?? '';
  await throttle.admit(account, address);
  return passwords.inTurn(async ({ matches, renewed }) => {
    // Asked again, for while this one waited for its turn others may have failed: a burst of guesses gains nothing.
    await throttle.admit(account, address);
    const [candidate] = await run<Candidate>(db, FIND_CANDIDATE, [given.tenancyName, given.username]);
    const passwordHash = candidate?.password_hash ?? null;
    if (!(await matches(given.password, passwordHash)) || !candidate || passwordHash === null) {
      await throttle.recordFailure(account, address);
      await recordFailure(db, given);
      throw wrongCredentials();
    }
    await throttle.recordSuccess(account);
    const { tenant_id: tenantId, user_id: userId } = candidate;
    const better = await renewed(given.password, passwordHash);
    const isKept =
      better !== undefined && (await run(db, RENEW, [tenantId, userId, passwordHash, better])).length > 0;
    return { tenantId, userId, clientId: null, passwordHash: isKept ? better : passwordHash };
  });
};

/** In the audit log of the tenant, if there is one of that name; of a user that nobody is, the name that was tried. */
const recordFailure = async (
  db: Database,
  { username, tenancyName, origin }: { username: string; tenancyName: string; origin: Origin },
): Promise<void> => {
  const [found] = await run<{ tenant_id: number; user_id: number | null }>(
    db,
    `select tenant.tenant_id, app_user.user_id from tenant
     left join app_user on app_user.tenant_id = tenant.tenant_id and lower(app_user.user_name) = lower($2 collate "C")
     where lower(tenant.tenancy_name) = lower($1 collate "C")`,
    [tenancyName, username],
  );
  if (!found) return;
  await recordAudit(
    db,
    { tenantId: found.tenant_id, userId: found.user_id, userName: username, clientId: null, origin },
    { kind: 'sign-in.failed', details: { by: 'password' } },
  );
};
