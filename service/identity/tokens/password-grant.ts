import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { AuditOrigin } from '#service/identity/audit/record-audit.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { PasswordSignIn } from './access-token.ts';
import { createPasswordAttempt, type SignInThrottle } from './sign-in-throttle.ts';
import { wrongCredentials } from './token-problems.ts';

const FIND_TENANT = statement('find-tenant-to-sign-in')`
  select tenant_id as "tenantId", password_grant as "allowsGrant" from tenant
  where lower(tenancy_name) = lower($1 collate "C")`;

/** Used if there is no such tenant, so that the same statements run. */
const UNKNOWN_TENANT = { tenantId: 0, allowsGrant: false };

const FIND_PASSWORD_CANDIDATE = statement('find-password-candidate')`
  select user_id as "userId", password_hash as "passwordHash", password_grant as "mayUseGrant"
  from app_user
  where tenant_id = $1 and lower(user_name) = lower($2 collate "C") and is_active and not is_service`;

/** Does nothing if the password has been changed since it was read. */
const REPLACE_HASH = `
  update app_user set password_hash = $4
  where tenant_id = $1 and user_id = $2 and password_hash = $3
  returning user_id`;

export type PasswordServices = { db: Database; passwords: Passwords; throttle: SignInThrottle };

type PasswordCredentials = {
  username: string;
  password: string;
  tenancyName: string;
  origin: AuditOrigin;
};

/**
 * A wrong user, password or tenant gets the same response and takes the same time (decision A1). So does a correct
 * password if `usesPasswordGrant` is true and the password grant is disabled (S18).
 */
export const signInWithPassword = async (
  { db, passwords, throttle }: PasswordServices,
  credentials: PasswordCredentials,
  { usesPasswordGrant = false }: { usesPasswordGrant?: boolean } = {},
): Promise<PasswordSignIn> => {
  const { username, password, tenancyName, origin } = credentials;
  const attempt = createPasswordAttempt(tenancyName, username, origin.ipAddress);
  const rejectIfThrottled = async () => {
    const seconds = await throttle.findWaitSeconds(attempt);
    if (seconds > 0) throw wrongCredentials(seconds);
  };
  await rejectIfThrottled();
  return passwords.withSlot(async ({ verify, rehash }) => {
    // Other attempts may have failed while this one was waiting in the queue.
    await rejectIfThrottled();
    const [tenant = UNKNOWN_TENANT] = await run(db, FIND_TENANT, [tenancyName]);
    const { tenantId } = tenant;
    const [candidate] = await run(db, FIND_PASSWORD_CANDIDATE, [tenantId, username]);
    const passwordHash = candidate?.passwordHash ?? null;
    const isCorrect = await verify(password, passwordHash);
    const createRejection = async (reason?: string) => {
      await throttle.recordFailure(attempt, await findUserToAudit(db, tenantId, credentials), reason);
      return wrongCredentials();
    };
    if (!isCorrect || !candidate || passwordHash === null) throw await createRejection();
    if (usesPasswordGrant && !(tenant.allowsGrant && candidate.mayUseGrant))
      throw await createRejection('the password grant is switched off');
    await throttle.recordSuccess(attempt);
    const { userId } = candidate;
    const newHash = await rehash(password, passwordHash);
    const isReplaced =
      newHash !== undefined &&
      (await run(db, REPLACE_HASH, [tenantId, userId, passwordHash, newHash])).length > 0;
    return { tenantId, userId, clientId: null, passwordHash: isReplaced ? newHash : passwordHash };
  });
};

const FIND_FAILED_USER = statement('find-failed-user')`
  select user_id as "userId" from app_user where tenant_id = $1 and lower(user_name) = lower($2 collate "C")`;

/** Finds the user to record in the tenant's audit log. Returns undefined if there is no such tenant. */
const findUserToAudit = async (db: Database, tenantId: number, { username, origin }: PasswordCredentials) => {
  if (tenantId === UNKNOWN_TENANT.tenantId) return undefined;
  const [user] = await run(db, FIND_FAILED_USER, [tenantId, username]);
  return { tenantId, userId: user?.userId ?? null, userName: username, clientId: null, origin };
};
