import type { ReportLanguage } from '#report/report-words.ts';
import type { Database } from '#service/database/connect.ts';
import { linkNotFound } from './report-problems.ts';
import { findShare, useShare } from './share-queries.ts';
import { hashShareToken, tenantOfToken } from './share-token.ts';

/** What a link gives its bearer: one inspection, as it was when it was completed. */
export type OpenedShare = { tenantId: number; inspectionId: string; language: ReportLanguage | undefined };

/**
 * Opens a link, to read the report or only to ask about it; refuses those that never were, are over or were taken back with
 * the same words.
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
