import type { AnswersPatch } from '#contract/inspection.ts';
import { msg } from '#i18n/message.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { parseInstant } from '#service/http/instant.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { checkAnswersInSteps } from '#workbook-engine/check-answer.ts';
import type { Form } from '#workbook-engine/form.ts';
import { readAnswers } from './answer-queries.ts';
import { createEvaluationContext, evaluateAnswers } from './evaluate-answers.ts';
import {
  emptyAnswersPatch,
  inspectionNotFound,
  invalidAnswers,
  invalidGivenAt,
  itemIdRequired,
  itemNotInspected,
  notInspector,
  unknownRevision,
} from './inspection-problems.ts';
import { type InspectionView, listInspectedItems, lockInspection } from './inspection-queries.ts';
import { hasLargeAnswers } from './large-inspections.ts';
import type { InspectionQuery } from './read-inspection.ts';
import { requireWithinLimits } from './require-within-limits.ts';
import { storeAnswers } from './store-answers.ts';

/** Stores all answers or none. Answers after completion or cancellation form a late result (decision T10). */
export const answerInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, patch, dependencies, acquireLargeRequestSlot }: InspectionQuery & { patch: AnswersPatch },
): Promise<number> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const { baseRevision = null } = patch;
  if (baseRevision !== null && baseRevision > inspection.revision) {
    throw unknownRevision(baseRevision, inspection.revision);
  }
  const form = await dependencies.versions.loadForm(trx, actor.tenantId, inspection.version_id);
  const { answers, comments } = await checkPatch(form, patch);
  const itemId = await resolveItemId(trx, actor.tenantId, inspectionId, patch.itemId);
  const result = await storeAnswers(trx, {
    tenantId: actor.tenantId,
    inspectionId,
    itemId,
    answers,
    comments,
    baseRevision,
    userId: actor.userId,
    device: patch.device,
    givenAt: parseGivenAt(patch),
  });
  requireWithinLimits(result);
  const ids = { tenantId: actor.tenantId, inspectionId };
  if (Object.keys(answers).length > 0) {
    // `hasLargeAnswers` covers all items. The answers for a single item are usually short.
    if (itemId === null && hasLargeAnswers(inspection)) await acquireLargeRequestSlot?.(trx);
    const currentAnswers = await readAnswers(trx, actor.tenantId, { inspectionId, itemId });
    const evaluationContext = createEvaluationContext(inspection, dependencies.now());
    await evaluateAnswers(form, currentAnswers, evaluationContext, () => acquireLargeRequestSlot?.(trx));
  }
  await dependencies.onAnswers(trx, { form, ids, itemId, patch: { answers, comments } });
  if (inspection.task_id === null) await recordChange(trx, actor.tenantId, 'inspection', [inspectionId]);
  return result.revision;
};

const checkPatch = async ({ index }: Form, { answers: rawAnswers = {}, comments = {} }: AnswersPatch) => {
  if (Object.keys(rawAnswers).length + Object.keys(comments).length === 0) throw emptyAnswersPatch();
  const { answers, issues } = await runInSlices(checkAnswersInSteps(index, rawAnswers));
  const unknownFields = Object.keys(comments).filter(
    (name) => index.allFields.get(name.toLowerCase())?.field.name !== name,
  );
  const allIssues = [
    ...issues,
    ...unknownFields.map((field) => ({ field, message: msg`There is no field '${field}'.` })),
  ];
  if (allIssues.length > 0) throw invalidAnswers(allIssues);
  return { answers, comments };
};

const parseGivenAt = ({ givenAt }: AnswersPatch): Date | undefined => {
  if (givenAt === undefined) return undefined;
  const instant = parseInstant(givenAt);
  if (!instant) throw invalidGivenAt(givenAt);
  return instant;
};

/** Throws unless the actor is the inspector. */
export const lockOwnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await lockInspection(trx, actor.tenantId, inspectionId);
  return requireInspector(actor, inspection, () => inspectionNotFound(inspectionId));
};

/** Accepts inspectors who have left the team: their answers may come from a device that was offline. */
export const requireInspector = (
  actor: Actor,
  inspection: InspectionView | undefined,
  notFound: () => Error,
): InspectionView => {
  if (inspection?.user_id === actor.userId) return inspection;
  const { teamIds } = requireScope(actor, 'Tasks.Perform');
  const isVisible = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  throw isVisible ? notInspector() : notFound();
};

/** Returns null if the inspection has no items. */
export const resolveItemId = async (
  trx: DatabaseTransaction,
  tenantId: number,
  inspectionId: string,
  itemId: string | undefined,
): Promise<string | null> => {
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  if (itemId === undefined) {
    if (items.length > 0) throw itemIdRequired();
    return null;
  }
  const item = items.find(({ item_id }) => item_id === itemId.toLowerCase());
  if (!item) throw itemNotInspected(itemId);
  return item.item_id;
};
