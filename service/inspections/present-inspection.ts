import { stateFromCode } from '#service/tasks/task.ts';
import type { InspectionView } from './inspection-queries.ts';

/** An inspection as the API returns it, but without its answers. */
export const presentInspection = (inspection: InspectionView) => ({
  id: inspection.inspection_id,
  taskId: inspection.task_id,
  externalId: inspection.external_id,
  title: inspection.title,
  state: stateFromCode(inspection.state),
  workbookId: inspection.version_id,
  definitionId: inspection.workbook_id,
  workbookTitle: inspection.workbook_title,
  workbookVersion: inspection.workbook_version,
  teamId: inspection.team_id,
  teamTitle: inspection.team_title,
  timeZone: inspection.time_zone,
  language: inspection.language,
  userId: inspection.user_id,
  userName: inspection.user_name,
  startedAt: inspection.started_at,
  endedAt: inspection.ended_at,
  canceledAt: inspection.canceled_at,
  lateFromRevision: findLateFromRevision(inspection),
  completion: inspection.completion,
  approvedAt: inspection.approved_at,
  approvedBy: inspection.approved_by,
  revision: inspection.revision,
});

/**
 * The first revision after the inspection was completed or cancelled, which is not part of the result; null if there is
 * none.
 */
export const findLateFromRevision = (inspection: InspectionView): number | null => {
  const { state, canceled_revision, completed_revision, revision } = inspection;
  const last = stateFromCode(state) === 'Closed' ? completed_revision : canceled_revision;
  return last !== null && revision > last ? last + 1 : null;
};
