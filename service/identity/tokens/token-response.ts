import type { TokenResponse } from '#contract/identity.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Origin } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { issueToken, type SignedIn, TOKEN_LIFETIME } from './access-token.ts';
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
  signedIn: SignedIn,
  origin: Origin,
): Promise<TokenResponse> => {
  const { tenantId, userId, clientId } = signedIn;
  const [user] = await run(db, FIND_USER, [tenantId, userId]);
  const { user_name: userName, roles, email_confirmed: isConfirmed } = user!;
  const issued = await inTransaction(db, async (trx) => {
    // Recording comes first because it writes the user's row: two sign-ins that both held share locks on it
    // would deadlock.
    if (signedIn.clientId === null || (await updateLastUse(trx, signedIn))) {
      const by = clientId === null ? 'password' : 'client secret';
      await recordSignIn(trx, { tenantId, userId, userName, clientId, origin }, { by });
    }
    const token = await issueToken(trx, signedIn);
    if (!token) throw clientId === null ? wrongCredentials() : wrongClient();
    return token;
  });
  return {
    access_token: issued.accessToken,
    token_type: 'bearer',
    // One second less than the actual lifetime, as in the original interface (decision A2).
    expires_in: TOKEN_LIFETIME - 1,
    userName,
    roles,
    emailConfirmed: String(isConfirmed),
    'as:client_id': clientId ?? '',
    '.issued': issued.issuedAt.toUTCString(),
    '.expires': issued.expiresAt.toUTCString(),
  };
};
