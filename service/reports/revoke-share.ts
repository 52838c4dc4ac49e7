import type { Database } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { shareNotFound } from './report-problems.ts';
import { markRevoked } from './share-queries.ts';

/** Takes a link back: from now on it leads nowhere. Whoever may make one may take back any of the same inspection. */
export const revokeShare = async (
  db: Database,
  actor: Actor,
  { inspectionId, shareId }: { inspectionId: string; shareId: string },
): Promise<void> => {
  const { tenantId } = scopeOf(actor, 'Inspections.Read');
  await findVisibleInspection(db, actor, inspectionId);
  const { userId } = actor;
  if (!(await markRevoked(db, { tenantId, inspectionId, shareId, userId }))) throw shareNotFound(shareId);
};
