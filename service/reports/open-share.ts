import type { Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import { linkNotFound } from './report-problems.ts';
import { findShare, useShare } from './share-queries.ts';
import { hashShareToken, tenantOfToken } from './share-token.ts';

/** A link gives access to one inspection as it was last completed. */
export type OpenedShare = { tenantId: number; inspectionId: string; language: Language | undefined };

/**
 * Opens a link. `isRead` counts a use. The error is the same for unknown, expired and revoked links, so that it reveals
 * nothing.
 */
export const openShare = async (
  db: Database,
  token: string,
  { isRead }: { isRead: boolean },
): Promise<OpenedShare> => {
  const tenantId = tenantOfToken(token);
  if (tenantId === undefined) throw linkNotFound();
  const share = await (isRead ? useShare : findShare)(db, tenantId, hashShareToken(token));
  if (!share) throw linkNotFound();
  return { tenantId, inspectionId: share.inspection_id, language: share.language ?? undefined };
};
