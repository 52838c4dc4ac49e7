import type { ReturnRequest } from '#contract/inspection.ts';
import { sentence } from '#i18n/sentence.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { didYouMean, type FieldProblem } from '#service/problem.ts';
import { recordTaskEvent } from '#service/tasks/record-task-event.ts';
import { reopenTask } from '#service/tasks/reopen-task.ts';
import { stateOf } from '#service/tasks/task.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Form } from '#workbook-engine/form.ts';
import { completedAgain, inspectionNotFound, invalidReturn, notCompleted } from './inspection-problems.ts';
import {
  type InspectedItem,
  type InspectionView,
  listInspectedItems,
  lockInspection,
  markApproved,
  reopenInspection,
} from './inspection-queries.ts';
import { insertReturn } from './review-queries.ts';
import type { InspectionDependencies } from './start-inspection.ts';

/**
 * Returns a completed inspection to its inspector, with a general comment and comments on fields: it is open again, and its
 * task is Active (decision T15). Its result stays readable as a completion.
 */
export const returnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    draft: { comment, fields = [] },
    reviewed,
    dependencies,
  }: Review & { draft: ReturnRequest; dependencies: InspectionDependencies },
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, { inspectionId, reviewed }, 'returned');
  const form = await dependencies.versions.formOf(trx, tenantId, inspection.version_id);
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  const names = [...form.index.everywhere.values()].map(({ field }) => field.name);
  const issues = fields.flatMap((each, place) => {
    const hints = place < MAX_HINTS ? names : [];
    return commentErrors(each, { path: `fields[${place}]`, form, items, names: hints });
  });
  if (issues.length > 0) throw invalidReturn(issues);
  await insertReturn(trx, {
    tenantId,
    inspectionId,
    completion: inspection.completion,
    comment: comment ?? null,
    fields,
    userId,
  });
  await reopenInspection(trx, tenantId, inspectionId);
  if (inspection.task_id === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
  else await reopenTask(trx, tenantId, { taskId: inspection.task_id, userId, inspectionId });
};

/** Approves a completed inspection. Approving it again changes nothing. */
export const approveInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  review: Review,
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, review, 'approved');
  const { inspection_id, task_id } = inspection;
  if (inspection.approved_at !== null) return;
  await markApproved(trx, { tenantId, inspectionId: inspection_id, userId });
  if (task_id === null) return recordChange(trx, tenantId, 'inspection', [inspection_id]);
  await recordTaskEvent(trx, tenantId, { kind: 'approved', userId, tasks: [{ task_id, inspection_id }] });
  await recordChange(trx, tenantId, 'task', [task_id]);
};

/** The inspection, and the completion that the reviewer has seen; by default the latest. */
type Review = { inspectionId: string; reviewed?: number | undefined };

const lockForReview = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, reviewed }: Review,
  what: 'returned' | 'approved',
): Promise<InspectionView> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Inspections.Review');
  const inspection = await lockInspection(trx, tenantId, inspectionId);
  const isVisible = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isVisible) throw inspectionNotFound(inspectionId);
  const state = stateOf(inspection.state);
  if (state !== 'Closed') throw notCompleted(state, what);
  const { completion } = inspection;
  if (reviewed !== undefined && reviewed !== completion) throw completedAgain(reviewed, completion);
  return inspection;
};

type FieldComment = NonNullable<ReturnRequest['fields']>[number];

/** Finding the nearest of 2,000 names of 128 letters takes 12 ms, so only the first errors get a hint. */
const MAX_HINTS = 3;

const commentErrors = (
  { field, itemId }: FieldComment,
  place: { path: string; form: Form; items: readonly InspectedItem[]; names: readonly string[] },
): FieldProblem[] => {
  const { path, form, items, names } = place;
  const issues: FieldProblem[] = [];
  if (form.index.everywhere.get(field.toLowerCase())?.field.name !== field) {
    issues.push({
      message: sentence`The workbook has no field '${field}'.${didYouMean(nearestName(field, names))}`,
      members: [`${path}.field`],
    });
  }
  if (itemId !== undefined && !items.some(({ item_id }) => item_id === itemId.toLowerCase())) {
    issues.push({
      message: sentence`The item '${itemId}' is not part of this inspection.`,
      members: [`${path}.itemId`],
    });
  }
  if (itemId === undefined && items.length > 0) {
    issues.push({
      message: sentence`This inspection has separate answers for each item: name the item in itemId.`,
      members: [`${path}.itemId`],
    });
  }
  return issues;
};
