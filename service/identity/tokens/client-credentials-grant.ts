import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { AuditOrigin } from '#service/identity/audit/record-audit.ts';
import type { ClientSignIn } from './access-token.ts';
import { hashSecret } from './secret-token.ts';
import { createClientAttempt, type SignInThrottle } from './sign-in-throttle.ts';
import { wrongClient } from './token-problems.ts';

const FIND_TENANT_OF_CLIENT = statement('find-tenant-of-client')`
  select tenant_id as "tenantId" from api_client where client_id = $1`;

/** Used if there is no such client, so that the same statements run. */
const UNKNOWN_TENANT = { tenantId: 0 };

/** `rejectionReason` is why a correct secret is rejected; null if it is accepted. */
const FIND_CLIENT_CANDIDATE = statement('find-client-candidate')`
  select api_token.tenant_id as "tenantId", api_token.user_id as "userId", app_user.user_name as "userName",
         api_token.secret_hash as "secretHash",
         case when not app_user.is_active then 'the user is disabled'
              when api_token.expires_at <= now() then 'the API token has expired' end as "rejectionReason"
  from api_token
  join app_user on app_user.tenant_id = $1 and app_user.user_id = api_token.user_id
  where api_token.tenant_id = $1 and api_token.client_id = $2`;

/** Locks the user's row before the API token's row, as every other change does, to avoid deadlocks. */
const UPDATE_LAST_USE = `
  update api_token set last_used_at = now()
  from (select from app_user where tenant_id = $1 and user_id = $2 for share) as holder
  where api_token.tenant_id = $1 and api_token.client_id = $3
    and (api_token.last_used_at is null or api_token.last_used_at < now() - interval '1 minute')
  returning api_token.client_id`;

const DUMMY_SECRET_HASH = hashSecret('');

/** Finds the service user with a client ID and verifies the secret (contract, Client credentials flow). */
export const signInWithClientCredentials = async (
  { db, throttle }: { db: Database; throttle: SignInThrottle },
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  origin: AuditOrigin,
): Promise<ClientSignIn> => {
  const attempt = createClientAttempt(clientId, origin.ipAddress);
  const seconds = await throttle.findWaitSeconds(attempt);
  if (seconds > 0) throw wrongClient(seconds);
  const [owner = UNKNOWN_TENANT] = await run(db, FIND_TENANT_OF_CLIENT, [clientId]);
  const [candidate] = await run(db, FIND_CLIENT_CANDIDATE, [owner.tenantId, clientId]);
  const isCorrect = timingSafeEqual(hashSecret(clientSecret), candidate?.secretHash ?? DUMMY_SECRET_HASH);
  if (!candidate || !isCorrect || candidate.rejectionReason !== null) {
    const user = candidate && { ...candidate, clientId, origin };
    await throttle.recordFailure(attempt, user, (isCorrect && candidate?.rejectionReason) || undefined);
    throw wrongClient();
  }
  await throttle.recordSuccess(attempt);
  const { tenantId, userId, secretHash } = candidate;
  return { tenantId, userId, clientId, secretHash };
};

/** Writes at most once a minute: every update creates another row version. Returns true if it wrote. */
export const updateLastUse = async (
  db: Database,
  { tenantId, userId, clientId }: ClientSignIn,
): Promise<boolean> => (await run(db, UPDATE_LAST_USE, [tenantId, userId, clientId])).length > 0;
