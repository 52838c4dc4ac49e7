import type { ApiToken } from '#contract/api-token.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';

const LIST_API_TOKENS = statement('list-api-tokens')`
  select client_id as "clientId", label, ${formatWireTimeSql('created_at')} as "createdAt",
         ${formatWireTimeSql('expires_at')} as "expiresAt", ${formatWireTimeSql('last_used_at')} as "lastUsedAt",
         coalesce(expires_at <= now(), false) as "isExpired"
  from api_token where tenant_id = $1 and user_id = $2 order by created_at, client_id`;

/** Lists a user's API tokens, oldest first. Expired tokens are included until they are deleted. */
export const listApiTokens = (db: Database, tenantId: number, userId: number): Promise<ApiToken[]> =>
  run(db, LIST_API_TOKENS, [tenantId, userId]);
