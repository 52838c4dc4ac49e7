import type { NewShare } from '#contract/report.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { nothingToShare, shareNotFound } from './report-problems.ts';
import { insertShare, markRevoked, SHARE_TOKEN } from './share-queries.ts';

/**
 * Creates a link to the report of an inspection that has been completed at least once, so that a link never shows a
 * draft. Returns the token, which is not stored.
 */
export const createShare = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { inspectionId, input, shareId }: { inspectionId: string; input: NewShare; shareId: string },
): Promise<{ token: string; expiresAt: Date }> => {
  const { tenantId } = actor;
  const { completion, title } = await findShareable(trx, actor, inspectionId);
  if (completion === 0) throw nothingToShare();
  const token = SHARE_TOKEN.create(tenantId);
  const expiresAt = await insertShare(trx, {
    tenantId,
    shareId,
    inspectionId,
    tokenHash: hashSecret(token),
    language: input.language ?? null,
    userId: actor.userId,
    expiresInDays: input.expiresInDays,
  });
  await recordAudit(trx, actor, {
    kind: 'share.created',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId, expiresAt },
  });
  return { token, expiresAt };
};

/** Revokes a link with immediate effect. Anyone who can share a report can revoke any of its links. */
export const revokeShare = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { inspectionId, shareId }: { inspectionId: string; shareId: string },
): Promise<void> => {
  const { tenantId } = actor;
  const { title } = await findShareable(trx, actor, inspectionId);
  const share = await markRevoked(trx, { tenantId, inspectionId, shareId, userId: actor.userId });
  if (!share) throw shareNotFound(shareId);
  if (share.wasRevoked) return;
  await recordAudit(trx, actor, {
    kind: 'share.revoked',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId },
  });
};

/**
 * Finds an inspection whose report the actor may share, which means that it is visible and in a team where they have
 * Inspections.Share.
 */
export const findShareable = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const { teamIds } = requireScope(actor, 'Inspections.Share');
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  if (teamIds !== null && !teamIds.includes(inspection.team_id)) throw inspectionNotFound(inspectionId);
  return inspection;
};
