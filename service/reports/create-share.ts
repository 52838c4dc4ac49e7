import type { ShareDraft } from '#contract/report.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { nothingToShare } from './report-problems.ts';
import { insertShare } from './share-queries.ts';
import { hashShareToken, newShareToken } from './share-token.ts';

/**
 * Makes a link to the report of an inspection that was complete at least once: its bearer never reads a draft. Its token is
 * not kept, so that it is told only now.
 */
export const createShare = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, draft, shareId }: { inspectionId: string; draft: ShareDraft; shareId: string },
): Promise<{ token: string; expiresAt: Date }> => {
  const { tenantId } = scopeOf(actor, 'Inspections.Read');
  const { completion } = await findVisibleInspection(trx, actor, inspectionId);
  if (completion === 0) throw nothingToShare();
  const token = newShareToken(tenantId);
  const expiresAt = await insertShare(trx, {
    tenantId,
    shareId,
    inspectionId,
    tokenHash: hashShareToken(token),
    language: draft.language ?? null,
    userId: actor.userId,
    expiresInDays: draft.expiresInDays,
  });
  return { token, expiresAt };
};
