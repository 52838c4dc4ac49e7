import type { Share } from '#contract/report.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { createTokenKind } from '#service/identity/tokens/secret-token.ts';

/** Attempts are not limited: nobody can guess 256 random bits. */
export const SHARE_TOKEN = createTokenKind('ronda_report_');

const LIST_SHARES = statement('list-shares')`
  select share_id as id, language, report_share.created_at as "createdAt", creator.user_name as "userName",
         expires_at as "expiresAt", revoked_at as "revokedAt", revoker.user_name as "revokedBy", uses,
         last_used_at as "lastUsedAt"
  from report_share
  join app_user as creator on creator.tenant_id = $1 and creator.user_id = report_share.created_by
  left join app_user as revoker on revoker.tenant_id = $1 and revoker.user_id = report_share.revoked_by
  where report_share.tenant_id = $1 and inspection_id = $2 and ($3::uuid is null or share_id > $3)
  order by share_id limit $4`.narrow<Pick<Share, 'language'>>();

/** Includes expired and revoked shares. */
export const listShares = (
  db: Database,
  {
    tenantId,
    inspectionId,
    after,
    limit,
  }: { tenantId: number; inspectionId: string; after: string | null; limit: number },
) => run(db, LIST_SHARES, [tenantId, inspectionId, after, limit]);
