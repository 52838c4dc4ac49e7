import type { NewShare } from '#contract/report.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { findShareable } from './find-shareable.ts';
import { nothingToShare } from './report-problems.ts';
import { insertShare } from './share-queries.ts';
import { hashShareToken, newShareToken } from './share-token.ts';

/**
 * Creates a link to the report of an inspection that was completed at least once, so that a link never shows a draft.
 * Returns the token, which is not stored.
 */
export const createShare = async (
  trx: DatabaseTransaction,
  author: Author,
  { inspectionId, draft, shareId }: { inspectionId: string; draft: NewShare; shareId: string },
): Promise<{ token: string; expiresAt: Date }> => {
  const { tenantId } = author;
  const { completion, title } = await findShareable(trx, author, inspectionId);
  if (completion === 0) throw nothingToShare();
  const token = newShareToken(tenantId);
  const expiresAt = await insertShare(trx, {
    tenantId,
    shareId,
    inspectionId,
    tokenHash: hashShareToken(token),
    language: draft.language ?? null,
    userId: author.userId,
    expiresInDays: draft.expiresInDays,
  });
  await recordAudit(trx, author, {
    kind: 'share.created',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId, expiresAt },
  });
  return { token, expiresAt };
};
