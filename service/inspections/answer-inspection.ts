import type { AnswersPatch } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { parseInstant } from '#service/http/instant.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { checkAnswersInSteps } from '#workbook-engine/check-answer.ts';
import type { Form } from '#workbook-engine/form.ts';
import { readAnswers, sizeOfAnswers } from './answer-queries.ts';
import { evaluateAnswers, evaluationContextOf } from './evaluate-answers.ts';
import {
  answersTooLarge,
  emptyAnswersPatch,
  inspectionNotFound,
  invalidAnswers,
  invalidGivenAt,
  itemIdRequired,
  itemNotInspected,
  notTheInspector,
  revisionUnknown,
} from './inspection-problems.ts';
import { type InspectionView, listInspectedItems, lockInspection } from './inspection-queries.ts';
import type { InspectionDependencies } from './start-inspection.ts';
import { storeAnswers } from './store-answers.ts';

/**
 * Validates and stores answers and comments of the inspector, either all or none. Returns the new revision. Answers that
 * arrive after the completion or cancellation of the inspection are stored as a late result (decision T10).
 */
export const answerInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  {
    inspectionId,
    patch,
    dependencies,
  }: { inspectionId: string; patch: AnswersPatch; dependencies: InspectionDependencies },
): Promise<number> => {
  const inspection = await lockOwnInspection(trx, actor, inspectionId);
  const { baseRevision = null } = patch;
  if (baseRevision !== null && baseRevision > inspection.revision) {
    throw revisionUnknown(baseRevision, inspection.revision);
  }
  const form = await dependencies.versions.formOf(trx, actor.tenantId, inspection.version_id);
  const { answers, comments } = await checkPatch(form, patch);
  const itemId = await itemOf(trx, actor.tenantId, inspectionId, patch.itemId);
  const revision = await storeAnswers(trx, {
    tenantId: actor.tenantId,
    inspectionId,
    itemId,
    answers,
    comments,
    baseRevision,
    userId: actor.userId,
    device: patch.device,
    givenAt: givenAtOf(patch),
  });
  const ids = { tenantId: actor.tenantId, inspectionId };
  let current: Answers = {};
  if (Object.keys(answers).length > 0) {
    current = await readAnswers(trx, actor.tenantId, { inspectionId, itemId });
    await evaluateAnswers(form, current, evaluationContextOf(inspection, dependencies.now()));
  }
  if (isLong({ answers, comments }) || isLong(current)) await requireWithinLimit(trx, ids);
  await dependencies.onAnswers(trx, { form, ids, itemId, patch: { answers, comments } });
  if (inspection.task_id === null) await recordChange(trx, actor.tenantId, 'inspection', [inspectionId]);
  return revision;
};

/**
 * Characters of answers as JSON. The total size is only checked for longer answers, because adding up the answers of 1,000
 * items takes 50 ms.
 */
const LONG_ANSWERS = 64 * 1024;
const isLong = (answers: unknown): boolean => JSON.stringify(answers).length > LONG_ANSWERS;

/** Limits the total size, because every reader of an inspection gets all its answers in one response. */
const requireWithinLimit = async (
  trx: DatabaseTransaction,
  ids: { tenantId: number; inspectionId: string },
) => {
  const max = limits.answersOfInspection;
  if ((await sizeOfAnswers(trx, ids)) > max)
    throw answersTooLarge(sentence`The answers of an inspection may have at most ${max} bytes in total.`);
};

const checkPatch = async ({ index }: Form, { answers: rawAnswers = {}, comments = {} }: AnswersPatch) => {
  if (Object.keys(rawAnswers).length + Object.keys(comments).length === 0) throw emptyAnswersPatch();
  const { answers, issues } = await runInSlices(checkAnswersInSteps(index, rawAnswers));
  const unknownFields = Object.keys(comments).filter(
    (name) => index.everywhere.get(name.toLowerCase())?.field.name !== name,
  );
  const allIssues = [
    ...issues,
    ...unknownFields.map((field) => ({ field, message: sentence`There is no field '${field}'.` })),
  ];
  if (allIssues.length > 0) throw invalidAnswers(allIssues);
  return { answers, comments };
};

const givenAtOf = ({ givenAt }: AnswersPatch): Date | undefined => {
  if (givenAt === undefined) return undefined;
  const instant = parseInstant(givenAt);
  if (!instant) throw invalidGivenAt(givenAt);
  return instant;
};

/** Locks the inspection until the transaction ends. Throws unless the actor is its inspector. */
export const lockOwnInspection = async (
  trx: DatabaseTransaction,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await lockInspection(trx, actor.tenantId, inspectionId);
  return requireOwn(actor, inspection, () => inspectionNotFound(inspectionId));
};

/**
 * Returns the inspection if the actor is its inspector, even after they left its team, because a started inspection may be
 * on a device without a network. Otherwise throws.
 */
export const requireOwn = (
  actor: Actor,
  inspection: InspectionView | undefined,
  notFound: () => Error,
): InspectionView => {
  if (inspection?.user_id === actor.userId) return inspection;
  const { teamIds } = scopeOf(actor, 'Tasks.Perform');
  const isVisible = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  throw isVisible ? notTheInspector() : notFound();
};

/** Returns the ID of the item of an answer; null if the inspection has no items. */
export const itemOf = async (
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
