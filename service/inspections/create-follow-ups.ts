import { limits } from '#contract/limits.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import type { FollowUp } from '#contract/workbook-definition.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { Problem } from '#service/problem.ts';
import { createTaskInScope } from '#service/tasks/create-tasks.ts';
import { isValidCustomName, type TaskContent } from '#service/tasks/task-draft.ts';
import { answerText } from '#workbook-engine/answer-text.ts';
import { DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import type { Failure } from '#workbook-engine/form-failures.ts';
import { answerIn } from '#workbook-engine/form-result.ts';
import { localDateAndTime, parseDate, startOfDay } from '#workbook-engine/iso-8601.ts';
import { insertFollowUp, inspectsItem, listFollowUpKeys } from './follow-up-queries.ts';
import type { InspectionView } from './inspection-queries.ts';
import type { AnswerSet } from './inspection-sets.ts';
import type { InspectionDependencies } from './start-inspection.ts';

type CompletionContext = {
  tenantId: number;
  userId: number;
  inspection: InspectionView;
  sets: readonly AnswerSet[];
  dependencies: InspectionDependencies;
};

/**
 * Creates team tasks that follow up failed answers: one for each failed field of an item, however often the inspection is
 * completed. A task that cannot be created does not prevent the completion: the reason is stored, and the next completion
 * tries again.
 */
export const createFollowUps = async (
  trx: DatabaseTransaction,
  context: CompletionContext,
): Promise<void> => {
  const { tenantId, inspection, sets, dependencies } = context;
  const required = sets.flatMap((set) => failuresToFollowUp(set).map((failures) => ({ set, failures })));
  if (required.length === 0) return;
  const existing = await listFollowUpKeys(trx, tenantId, inspection.inspection_id);
  for (const { set, failures } of required) {
    const { name, followUp } = failures[0]!.formField.field;
    if (existing.has(`${set.itemPosition} ${name}`)) continue;
    const taskId = dependencies.newId();
    const content = await composeTask(trx, context, { set, failures, taskId, followUp: followUp! });
    const error = await tryToCreate(trx, context, { taskId, ...content });
    await insertFollowUp(trx, {
      tenantId,
      inspectionId: inspection.inspection_id,
      itemPosition: set.itemPosition,
      field: name,
      itemId: set.item?.item_id ?? null,
      taskId: error === undefined ? taskId : null,
      error: error?.sentence ?? null,
    });
  }
};

/** The failures of a set that need a follow-up task, grouped by field: a field can fail in several entries of a repeat. */
const failuresToFollowUp = ({ failures }: AnswerSet): Failure[][] => [
  ...Map.groupBy(
    failures.filter(({ formField }) => formField.field.followUp !== undefined),
    ({ formField }) => formField.field.name,
  ).values(),
];

const tryToCreate = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: CompletionContext,
  task: TaskContent & { taskId: string },
): Promise<Problem | undefined> => {
  try {
    await createTaskInScope(trx, { tenantId, teamIds: null }, { ...task, actorId: userId });
    return undefined;
  } catch (error) {
    // Invalid names are detected before anything is written, so the transaction can continue.
    if (error instanceof Problem) return error;
    throw error;
  }
};

type RequiredTask = { set: AnswerSet; failures: readonly Failure[]; taskId: string; followUp: FollowUp };

const composeTask = async (
  trx: DatabaseTransaction,
  { tenantId, inspection, dependencies }: CompletionContext,
  { set: { item, filledForm }, failures, taskId, followUp }: RequiredTask,
): Promise<TaskContent> => {
  const { evaluation } = filledForm;
  const [{ formField, frame }] = failures as [Failure];
  const label = formField.label?.(frame, evaluation) ?? formField.field.name;
  const lines = failures.map(
    (failure) => `${failure.field}: ${answerText(failure.formField, failure.frame, evaluation)}`,
  );
  const isOfItem = item && (await inspectsItem(trx, tenantId, followUp.workbook, item.item_id));
  return {
    ...DEFAULT_FIELD_VALUES,
    externalId: taskId,
    title: truncate(`${label}: ${item?.title ?? inspection.title}`, limits.name),
    teamName: followUp.team ?? inspection.team_title,
    workbookName: followUp.workbook,
    assignedUserName: null,
    description: truncate([inspection.title, ...lines].join('\n'), limits.description),
    dueDate:
      followUp.dueInDays === undefined
        ? null
        : endOfDay(dependencies.now(), followUp.dueInDays, inspection.time_zone),
    itemsToInspect: isOfItem ? [item.external_id] : null,
    customProperties: failedAnswerProperty(failures),
  };
};

/** The last second of the day that is `days` days from now, in the time zone of the team. */
const endOfDay = (now: number, days: number, timeZone: string): Date => {
  const today = parseDate(localDateAndTime(now, timeZone).date)!;
  return new Date(startOfDay(dayText(today + (days + 1) * DAY_MS), timeZone) - 1_000);
};

/** Passes the failed answer as a custom property, which prefills the field of the same name in the other workbook. */
const failedAnswerProperty = ([
  failure,
  ...otherFailures
]: readonly Failure[]): TaskContent['customProperties'] => {
  const { formField, frame } = failure!;
  const { name } = formField.field;
  const answer = answerIn(formField, frame);
  const isScalar = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
  const isShort = typeof answer !== 'string' || answer.length <= limits.customPropertyText;
  return otherFailures.length === 0 && isScalar && isShort && isValidCustomName(name)
    ? { [name]: answer }
    : {};
};

const truncate = (text: string, max: number): string => [...text].slice(0, max).join('');
