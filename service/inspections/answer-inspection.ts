import type { AnswersPatch } from '#contract/inspection.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { stateOf } from '#service/tasks/task.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import {
  answersUnfit,
  inspectionNotFound,
  inspectionOver,
  itemExpected,
  itemNotInspected,
  notTheInspector,
  revisionUnknown,
} from './inspection-problems.ts';
import { type InspectionView, listInspectedItems, lockInspection } from './inspection-queries.ts';
import { keepAnswers } from './keep-answers.ts';

/** Keeps answers of the inspector, each checked against its field; all of them or none. Returns the new revision. */
export const answerInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    patch,
    versions,
  }: { inspectionId: string; patch: AnswersPatch; versions: WorkbookVersions },
): Promise<number> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const state = stateOf(inspection.state);
  // A device may answer after its task was cancelled; those answers are kept as a late result (decision T10).
  if (state !== 'Active' && state !== 'Canceled') throw inspectionOver(state);
  const { baseRevision = null } = patch;
  if (baseRevision !== null && baseRevision > inspection.revision) {
    throw revisionUnknown(baseRevision, inspection.revision);
  }
  const index = await versions.fieldsOf(trx, actor.tenantId, inspection.version_id);
  const { answers, faults } = checkAnswers(index, patch.answers);
  if (faults.length > 0) throw answersUnfit(faults);
  const revision = await keepAnswers(trx, {
    tenantId: actor.tenantId,
    inspectionId,
    itemId: await itemOf(trx, actor.tenantId, inspectionId, patch.itemId),
    answers,
    baseRevision,
    userId: actor.userId,
  });
  if (inspection.task_id === null) await recordChange(trx, actor.tenantId, 'inspection', [inspectionId]);
  return revision;
};

/** The inspection, held until the transaction ends, when the actor is the one who does it. */
export const lockOwnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const { tenantId } = scopeOf(actor, 'Tasks.Perform');
  return mustBeOwn(actor, inspectionId, await lockInspection(trx, tenantId, inspectionId));
};

/** The inspection as it was found, when the actor is the one who does it. */
export const mustBeOwn = (
  actor: Actor,
  inspectionId: string,
  inspection: InspectionView | undefined,
): InspectionView => {
  const { teamIds } = scopeOf(actor, 'Tasks.Perform');
  const isInReach = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isInReach) throw inspectionNotFound(inspectionId);
  if (inspection.user_id !== actor.userId) throw notTheInspector();
  return inspection;
};

/** The item that an answer is about; null where there are none. */
export const itemOf = async (
  trx: DatabaseTransaction,
  tenantId: number,
  inspectionId: string,
  itemId: string | undefined,
): Promise<string | null> => {
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  if (itemId === undefined) {
    if (items.length > 0) throw itemExpected();
    return null;
  }
  const item = items.find(({ item_id }) => item_id === itemId.toLowerCase());
  if (!item) throw itemNotInspected(itemId);
  return item.item_id;
};
