import type { AnswersPatch } from '#contract/inspection.ts';
import { sentence } from '#sentences/sentence.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { parseInstant } from '#service/http/instant.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import type { Form } from '#workbook-engine/form.ts';
import { readAnswers } from './answer-queries.ts';
import {
  answersUnfit,
  givenAtUnreadable,
  inspectionNotFound,
  itemExpected,
  itemNotInspected,
  nothingSaid,
  notTheInspector,
  revisionUnknown,
} from './inspection-problems.ts';
import { type InspectionView, listInspectedItems, lockInspection } from './inspection-queries.ts';
import { circumstancesOf, judgeAnswers } from './judge-answers.ts';
import { keepAnswers } from './keep-answers.ts';
import type { InspectionTools } from './start-inspection.ts';

/**
 * Keeps answers and remarks of the inspector, each checked; all of them or none. Returns the new revision. What a device
 * still has after the inspection was completed or cancelled is kept too, as a late result (decision T10).
 */
export const answerInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, patch, tools }: { inspectionId: string; patch: AnswersPatch; tools: InspectionTools },
): Promise<number> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const { baseRevision = null } = patch;
  if (baseRevision !== null && baseRevision > inspection.revision) {
    throw revisionUnknown(baseRevision, inspection.revision);
  }
  const form = await tools.versions.formOf(trx, actor.tenantId, inspection.version_id);
  const { answers, remarks } = checkSaid(form, patch);
  const itemId = await itemOf(trx, actor.tenantId, inspectionId, patch.itemId);
  const revision = await keepAnswers(trx, {
    tenantId: actor.tenantId,
    inspectionId,
    itemId,
    answers,
    remarks,
    baseRevision,
    userId: actor.userId,
    device: patch.device,
    givenAt: givenAtOf(patch),
  });
  if (Object.keys(answers).length > 0) {
    const standing = await readAnswers(trx, actor.tenantId, { inspectionId, itemId });
    await judgeAnswers(form, standing, circumstancesOf(inspection, tools.now()));
  }
  const ids = { tenantId: actor.tenantId, inspectionId };
  await tools.onAnswers(trx, { form, ids, itemId, patch: { answers, remarks } });
  if (inspection.task_id === null) await recordChange(trx, actor.tenantId, 'inspection', [inspectionId]);
  return revision;
};

const checkSaid = ({ index }: Form, { answers: given = {}, remarks = {} }: AnswersPatch) => {
  if (Object.keys(given).length + Object.keys(remarks).length === 0) throw nothingSaid();
  const { answers, faults } = checkAnswers(index, given);
  const strangers = Object.keys(remarks).filter(
    (name) => index.everywhere.get(name.toLowerCase())?.field.name !== name,
  );
  const all = [
    ...faults,
    ...strangers.map((field) => ({ field, message: sentence`There is no field '${field}'.` })),
  ];
  if (all.length > 0) throw answersUnfit(all);
  return { answers, remarks };
};

const givenAtOf = ({ givenAt }: AnswersPatch): Date | undefined => {
  if (givenAt === undefined) return undefined;
  const instant = parseInstant(givenAt);
  if (!instant) throw givenAtUnreadable(givenAt);
  return instant;
};

/** The inspection, held until the transaction ends, when the actor is the one who does it. */
export const lockOwnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await lockInspection(trx, actor.tenantId, inspectionId);
  return mustBeOwn(actor, inspection, () => inspectionNotFound(inspectionId));
};

/**
 * The inspection as it was found, when the actor is the one who does it: also after leaving its team, for what was begun
 * is on a device that may be far away.
 */
export const mustBeOwn = (
  actor: Actor,
  inspection: InspectionView | undefined,
  notFound: () => Error,
): InspectionView => {
  if (inspection?.user_id === actor.userId) return inspection;
  const { teamIds } = scopeOf(actor, 'Tasks.Perform');
  const isInReach = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  throw isInReach ? notTheInspector() : notFound();
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
