import type { Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { linkNotFound } from './report-problems.ts';
import { findShare, SHARE_TOKEN, useShare } from './share-queries.ts';

/** An opened link, which gives access to one inspection as it was last completed. */
export type OpenedShare = { tenantId: number; inspectionId: string; language: Language | undefined };

/**
 * Opens a link. With `countsUse`, this counts as a use. Unknown, expired and revoked links all give the same error, so
 * that it reveals nothing.
 */
export const openShare = async (
  db: Database,
  token: string,
  { countsUse }: { countsUse: boolean },
): Promise<OpenedShare> => {
  const tenantId = SHARE_TOKEN.parseTenantId(token);
  if (tenantId === undefined) throw linkNotFound();
  const share = await (countsUse ? useShare : findShare)(db, tenantId, hashSecret(token));
  if (!share) throw linkNotFound();
  return { tenantId, inspectionId: share.inspection_id, language: share.language ?? undefined };
};
