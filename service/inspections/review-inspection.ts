import type { ReturnDraft } from '#contract/inspection.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import type { FieldProblem } from '#service/problem.ts';
import { reopenTask } from '#service/tasks/reopen-task.ts';
import { stateOf } from '#service/tasks/task.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Form } from '#workbook-engine/form.ts';
import { inspectionNotFound, notCompleted, returnUnfit } from './inspection-problems.ts';
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
    tools,
  }: { inspectionId: string; draft: ReturnDraft; tools: InspectionTools },
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, inspectionId, 'returned');
  const form = await tools.versions.formOf(trx, tenantId, inspection.version_id);
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  const faults = fields.flatMap((each, place) => commentFaults(each, `fields[${place}]`, form, items));
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
  inspectionId: string,
): Promise<void> => {
  const { tenantId, userId } = actor;
  const { task_id, approved_at } = await lockForReview(trx, actor, inspectionId, 'approved');
  if (approved_at !== null) return;
  await markApproved(trx, { tenantId, inspectionId, userId });
  await (task_id === null
    ? recordChange(trx, tenantId, 'inspection', [inspectionId])
    : recordChange(trx, tenantId, 'task', [task_id]));
};

const lockForReview = async (
  trx: DatabaseTransaction,
  actor: Actor,
  inspectionId: string,
  what: 'returned' | 'approved',
): Promise<InspectionView> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Inspections.Review');
  const inspection = await lockInspection(trx, tenantId, inspectionId);
  const isInReach = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isInReach) throw inspectionNotFound(inspectionId);
  const state = stateOf(inspection.state);
  if (state !== 'Closed') throw notCompleted(state, what);
  return inspection;
};

type FieldComment = NonNullable<ReturnDraft['fields']>[number];

const commentFaults = (
  { field, itemId }: FieldComment,
  path: string,
  { index }: Form,
  items: readonly InspectedItem[],
): FieldProblem[] => {
  const faults: FieldProblem[] = [];
  if (index.everywhere.get(field.toLowerCase())?.field.name !== field) {
    const names = [...index.everywhere.values()].map((known) => known.field.name);
    const meant = nearestName(field, names);
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    faults.push({ message: `The workbook has no field '${field}'.${hint}`, members: [`${path}.field`] });
  }
  if (itemId !== undefined && !items.some(({ item_id }) => item_id === itemId.toLowerCase())) {
    faults.push({
      message: `The item '${itemId}' is not part of this inspection.`,
      members: [`${path}.itemId`],
    });
  }
  if (itemId === undefined && items.length > 0) {
    faults.push({
      message: 'This inspection answers for each item: say which by itemId.',
      members: [`${path}.itemId`],
    });
  }
  return faults;
};
