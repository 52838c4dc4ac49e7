import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditOrigin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { ACCESS_TOKEN } from './access-token.ts';
import { hashSecret } from './secret-token.ts';

const REVOKE_ACCESS_TOKEN = statement('revoke-access-token')`
  delete from access_token using app_user
  where access_token.tenant_id = $1 and access_token.token_hash = $2
    and app_user.tenant_id = $1 and app_user.user_id = access_token.user_id
  returning app_user.user_id as "userId", app_user.user_name as "userName", access_token.client_id as "clientId"`;

/** Revokes an access token (RFC 7009). Returns false, without an error, if the token is invalid or expired. */
export const revokeAccessToken = async (db: Database, accessToken: string, origin: AuditOrigin) => {
  const tenantId = ACCESS_TOKEN.parseTenantId(accessToken);
  if (tenantId === undefined) return false;
  return inTransaction(db, async (trx) => {
    const [owner] = await run(trx, REVOKE_ACCESS_TOKEN, [tenantId, hashSecret(accessToken)]);
    if (!owner) return false;
    const { userId, userName } = owner;
    await recordAudit(
      trx,
      { tenantId, origin, ...owner },
      { kind: 'access-token.revoked', target: { type: 'user', id: userId, name: userName } },
    );
    await announceIdentityChange(trx, tenantId);
    return true;
  });
};
