import type { ReturnDraft } from '#contract/inspection.ts';
import { sentence } from '#sentences/sentence.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { didYouMean, type FieldProblem } from '#service/problem.ts';
import { recordTaskEvent } from '#service/tasks/record-task-event.ts';
import { reopenTask } from '#service/tasks/reopen-task.ts';
import { stateOf } from '#service/tasks/task.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Form } from '#workbook-engine/form.ts';
import { completedAgain, inspectionNotFound, notCompleted, returnUnfit } from './inspection-problems.ts';
import {
  type InspectedItem,
  type InspectionView,
  listInspectedItems,
  lockInspection,
  markApproved,
  reopenInspection,
} from './inspection-queries.ts';
import { insertReturn } from './review-queries.ts';
import type { InspectionTools } from './start-inspection.ts';

/**
 * A reviewer gives a completed inspection back, with comments in general and field by field: it is open again for the
 * same inspector, and its task is Active (decision T15). What it said stays readable as a completion.
 */
export const returnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    draft: { comment, fields = [] },
    lookedAt,
    tools,
  }: Reviewed & { draft: ReturnDraft; tools: InspectionTools },
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, { inspectionId, lookedAt }, 'returned');
  const form = await tools.versions.formOf(trx, tenantId, inspection.version_id);
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  const names = [...form.index.everywhere.values()].map(({ field }) => field.name);
  const faults = fields.flatMap((each, place) => {
    const meant = place < MOST_HINTS ? names : [];
    return commentFaults(each, { path: `fields[${place}]`, form, items, meant });
  });
  if (faults.length > 0) throw returnUnfit(faults);
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

/** A reviewer is content with a completed inspection. Approving again changes nothing. */
export const approveInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  reviewed: Reviewed,
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, reviewed, 'approved');
  const { inspection_id, task_id } = inspection;
  if (inspection.approved_at !== null) return;
  await markApproved(trx, { tenantId, inspectionId: inspection_id, userId });
  if (task_id === null) return recordChange(trx, tenantId, 'inspection', [inspection_id]);
  await recordTaskEvent(trx, tenantId, { kind: 'approved', userId, tasks: [{ task_id, inspection_id }] });
  await recordChange(trx, tenantId, 'task', [task_id]);
};

/** Which inspection is judged, and the completion that the reviewer has looked at; the latest when it is not said. */
type Reviewed = { inspectionId: string; lookedAt?: number | undefined };

const lockForReview = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, lookedAt }: Reviewed,
  what: 'returned' | 'approved',
): Promise<InspectionView> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Inspections.Review');
  const inspection = await lockInspection(trx, tenantId, inspectionId);
  const isInReach = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isInReach) throw inspectionNotFound(inspectionId);
  const state = stateOf(inspection.state);
  if (state !== 'Closed') throw notCompleted(state, what);
  const { completion } = inspection;
  if (lookedAt !== undefined && lookedAt !== completion) throw completedAgain(lookedAt, completion);
  return inspection;
};

type FieldComment = NonNullable<ReturnDraft['fields']>[number];

/** To compare one name with those of a large workbook takes milliseconds, in which the process does nothing else. */
const MOST_HINTS = 20;

const commentFaults = (
  { field, itemId }: FieldComment,
  place: { path: string; form: Form; items: readonly InspectedItem[]; meant: readonly string[] },
): FieldProblem[] => {
  const { path, form, items, meant } = place;
  const faults: FieldProblem[] = [];
  if (form.index.everywhere.get(field.toLowerCase())?.field.name !== field) {
    faults.push({
      message: sentence`The workbook has no field '${field}'.${didYouMean(nearestName(field, meant))}`,
      members: [`${path}.field`],
    });
  }
  if (itemId !== undefined && !items.some(({ item_id }) => item_id === itemId.toLowerCase())) {
    faults.push({
      message: sentence`The item '${itemId}' is not part of this inspection.`,
      members: [`${path}.itemId`],
    });
  }
  if (itemId === undefined && items.length > 0) {
    faults.push({
      message: sentence`This inspection answers for each item: say which by itemId.`,
      members: [`${path}.itemId`],
    });
  }
  return faults;
};
