import { stateFromCode } from '#service/tasks/task.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';
import type { InspectedItem, InspectionView } from './inspection-queries.ts';
import type { SetResult } from './inspection-sets.ts';

/** Returns all of an inspection's API fields except its answers. */
export const toInspectionMembers = (inspection: InspectionView) => ({
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

/** Returns the first revision after completion or cancellation. It is not part of the result. */
export const findLateFromRevision = (inspection: InspectionView): number | null => {
  const { state, canceled_revision, completed_revision, revision } = inspection;
  const last = stateFromCode(state) === 'Closed' ? completed_revision : canceled_revision;
  return last !== null && revision > last ? last + 1 : null;
};

export type AnswerSetResult = SetResult & {
  item: InspectedItem | undefined;
  missing: readonly AnswerIssue[];
};

const NO_ANSWERS = { answers: {}, irrelevantAnswers: {}, comments: {}, failures: [], missing: [] };

/** The answers are in `items`, or directly in the inspection if it has no items. */
export const toAnswerMembers = (sets: readonly AnswerSetResult[]) => {
  const items = sets.flatMap(({ item, ...answers }) =>
    item ? [{ itemId: item.item_id, externalId: item.external_id, title: item.title, ...answers }] : [],
  );
  const { item: _, ...ownAnswers } = sets.find(({ item }) => !item) ?? { item: undefined, ...NO_ANSWERS };
  return { ...ownAnswers, items };
};
