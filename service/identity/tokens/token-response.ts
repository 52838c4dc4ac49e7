import type { TokenResponse } from '#contract/identity.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import type { AuditOrigin } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { issueToken, TOKEN_LIFETIME, type VerifiedSignIn } from './access-token.ts';
import { updateLastUse } from './client-credentials-grant.ts';
import { wrongClient, wrongCredentials } from './token-problems.ts';

const FIND_USER = statement('find-token-user')`
  select app_user.user_name, app_user.email_address is not null as email_confirmed,
         coalesce((
           select string_agg(role.name, ',' order by role.name)
           from user_role
           join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
           where user_role.tenant_id = $1 and user_role.user_id = $2
         ), '') as roles
  from app_user where app_user.tenant_id = $1 and app_user.user_id = $2`;

/** Issues an access token for a verified sign-in. The fields are in the order given by the contract (decision A2). */
export const createTokenResponse = async (
  db: Database,
  verifiedSignIn: VerifiedSignIn,
  origin: AuditOrigin,
): Promise<TokenResponse> => {
  const { tenantId, userId, clientId } = verifiedSignIn;
  const [user] = await run(db, FIND_USER, [tenantId, userId]);
  const { user_name: userName, roles, email_confirmed: isConfirmed } = user!;
  const token = await inTransaction(db, async (trx) => {
    // Records the sign-in first: this updates the user's row, and two concurrent sign-ins that both held share
    // locks on it would deadlock.
    if (verifiedSignIn.clientId === null || (await updateLastUse(trx, verifiedSignIn))) {
      const by = clientId === null ? 'password' : 'client secret';
      await recordSignIn(trx, { tenantId, userId, userName, clientId, origin }, { by });
    }
    const token = await issueToken(trx, verifiedSignIn);
    if (!token) throw clientId === null ? wrongCredentials() : wrongClient();
    return token;
  });
  return {
    access_token: token.accessToken,
    token_type: 'bearer',
    // One second less than the actual lifetime, as in the original interface (decision A2).
    expires_in: TOKEN_LIFETIME - 1,
    userName,
    roles,
    emailConfirmed: String(isConfirmed),
    'as:client_id': clientId ?? '',
    '.issued': token.issuedAt.toUTCString(),
    '.expires': token.expiresAt.toUTCString(),
  };
};
