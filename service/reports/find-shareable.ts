import type { Database } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { inspectionNotFound } from '#service/inspections/inspection-problems.ts';
import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';

/** Finds an inspection whose report the actor may share: visible, and in a team where they have Inspections.Share. */
export const findShareable = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const { teamIds } = scopeOf(actor, 'Inspections.Share');
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  if (teamIds !== null && !teamIds.includes(inspection.team_id)) throw inspectionNotFound(inspectionId);
  return inspection;
};
