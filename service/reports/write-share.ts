import type { NewShare } from '#contract/report.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, readRow, statement } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { nothingToShare, shareNotFound } from './report-problems.ts';
import { SHARE_TOKEN } from './share-queries.ts';

const INSERT_SHARE = statement('insert-share')`
  insert into report_share (tenant_id, share_id, inspection_id, token_hash, language, created_by, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) returning expires_at`;

/** A link must never show a draft. */
export const createShare = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { inspectionId, input, shareId }: { inspectionId: string; input: NewShare; shareId: string },
): Promise<{ token: string; expiresAt: Date }> => {
  const { tenantId } = actor;
  const { completion, title } = await findShareableInspection(trx, actor, inspectionId);
  if (completion === 0) throw nothingToShare();
  const token = SHARE_TOKEN.create(tenantId);
  const { expires_at: expiresAt } = await readRow(trx, INSERT_SHARE, [
    tenantId,
    shareId,
    inspectionId,
    hashSecret(token),
    input.language ?? null,
    actor.userId,
    input.expiresInDays,
  ]);
  await recordAudit(trx, actor, {
    kind: 'share.created',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId, expiresAt },
  });
  return { token, expiresAt };
};

const REVOKE_SHARE = statement('revoke-share')`
  with revoked as (
    update report_share set revoked_at = now(), revoked_by = $4
    where tenant_id = $1 and inspection_id = $2 and share_id = $3 and revoked_at is null returning share_id
  )
  select not exists (select from revoked) as "wasRevoked" from report_share
  where tenant_id = $1 and inspection_id = $2 and share_id = $3`.narrow<{ wasRevoked: boolean }>();

/** Anyone allowed to share a report can revoke any of its links. */
export const revokeShare = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { inspectionId, shareId }: { inspectionId: string; shareId: string },
): Promise<void> => {
  const { tenantId } = actor;
  const { title } = await findShareableInspection(trx, actor, inspectionId);
  const share = await findRow(trx, REVOKE_SHARE, [tenantId, inspectionId, shareId, actor.userId]);
  if (!share) throw shareNotFound(shareId);
  if (share.wasRevoked) return;
  await recordAudit(trx, actor, {
    kind: 'share.revoked',
    target: { type: 'share', id: shareId, name: title },
    details: { inspectionId },
  });
};

/** Throws unless the actor can see the inspection and has Inspections.Share in its team. */
export const findShareableInspection = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const { teamIds } = requireScope(actor, 'Inspections.Share');
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  if (teamIds !== null && !teamIds.includes(inspection.team_id)) throw inspectionNotFound(inspectionId);
  return inspection;
};
