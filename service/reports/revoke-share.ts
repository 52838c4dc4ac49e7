import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { findShareable } from './find-shareable.ts';
import { shareNotFound } from './report-problems.ts';
import { markRevoked } from './share-queries.ts';

/** Revokes a link immediately. Everyone who can share a report can revoke any of its links. */
export const revokeShare = async (
  trx: DatabaseTransaction,
  author: Author,
  { inspectionId, shareId }: { inspectionId: string; shareId: string },
): Promise<void> => {
  const { tenantId } = author;
  const { title } = await findShareable(trx, author, inspectionId);
  const share = await markRevoked(trx, { tenantId, inspectionId, shareId, userId: author.userId });
  if (!share) throw shareNotFound(shareId);
  if (share.wasRevoked) return;
  await recordAudit(trx, author, {
    kind: 'share.revoked',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId },
  });
};
