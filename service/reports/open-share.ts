import type { Share } from '#contract/report.ts';
import type { Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, statement } from '#service/database/statement.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { linkNotFound } from './report-problems.ts';
import { SHARE_TOKEN } from './share-queries.ts';

const IS_VALID = `
  token_hash = $2 and revoked_at is null and expires_at > now()
  and inspection.inspection_id = report_share.inspection_id and not inspection.is_deleted and inspection.completion > 0`;

const FIND_SHARE = statement('find-share')`
  select report_share.inspection_id, report_share.language from report_share, inspection
  where report_share.tenant_id = $1 and inspection.tenant_id = $1 and ${IS_VALID}`.narrow<
  Pick<Share, 'language'>
>();

const USE_SHARE = statement('use-share')`
  update report_share set uses = uses + 1, last_used_at = now() from inspection
  where report_share.tenant_id = $1 and inspection.tenant_id = $1 and ${IS_VALID}
  returning report_share.inspection_id, report_share.language`.narrow<Pick<Share, 'language'>>();

/** Grants access to one inspection as last completed. */
export type OpenedShare = { tenantId: number; inspectionId: string; language: Language | undefined };

/** Throws the same error for unknown, expired and revoked links, so that it reveals nothing. */
export const openShare = async (
  db: Database,
  token: string,
  { shouldCountUse }: { shouldCountUse: boolean },
): Promise<OpenedShare> => {
  const tenantId = SHARE_TOKEN.parseTenantId(token);
  if (tenantId === undefined) throw linkNotFound();
  const share = await findRow(db, shouldCountUse ? USE_SHARE : FIND_SHARE, [tenantId, hashSecret(token)]);
  if (!share) throw linkNotFound();
  return { tenantId, inspectionId: share.inspection_id, language: share.language ?? undefined };
};
