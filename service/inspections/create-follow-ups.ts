import { limits } from '#contract/limits.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import type { FollowUp } from '#contract/workbook-definition.ts';
import { msg } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { createFollowUpTasks, MAX_BATCH_SIZE } from '#service/tasks/create-tasks.ts';
import { isValidCustomName, type TaskContent } from '#service/tasks/task-input.ts';
import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import { DAY_MS, type Evaluation, formatIsoDay } from '#workbook-engine/expressions/value.ts';
import type { Failure } from '#workbook-engine/form-failures.ts';
import { readResultAnswer } from '#workbook-engine/form-result.ts';
import { formatLocalDateAndTime, parseDate, startOfDay } from '#workbook-engine/iso-8601.ts';
import { renderLabel } from '#workbook-engine/render-label.ts';
import { canInspectItems, type FollowUpRow, insertFollowUps, listFollowUpKeys } from './follow-up-queries.ts';
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
 * Creates one team task per failed field of an item, however often the inspection is completed. If a task cannot be
 * created, the error is stored, and the next completion retries. So do tasks beyond the limit: creating 20,000 tasks
 * exceeded the transaction timeout.
 */
export const createFollowUps = async (
  trx: DatabaseTransaction,
  context: CompletionContext,
): Promise<void> => {
  const { tenantId, inspection, sets } = context;
  const requiredTasks = sets.flatMap(listRequiredTasks);
  if (requiredTasks.length === 0) return;
  const ids = { tenantId, inspectionId: inspection.inspection_id };
  const existingKeys = await listFollowUpKeys(trx, tenantId, ids.inspectionId);
  const newTasks = requiredTasks
    .filter(({ set, field }) => !existingKeys.has(`${set.itemPosition} ${field}`))
    .slice(0, limits.followUpsPerInspection);
  for (let start = 0; start < newTasks.length && start < limits.followUps; start += MAX_BATCH_SIZE) {
    const end = Math.min(start + MAX_BATCH_SIZE, limits.followUps);
    await insertFollowUps(trx, ids, await createTasks(trx, context, newTasks.slice(start, end)));
  }
  const postponedTasks = newTasks.slice(limits.followUps);
  if (postponedTasks.length === 0) return;
  const error = msg`A completion creates at most ${limits.followUps} follow-up tasks. If the inspection is returned, its next completion creates the others.`;
  const rows = postponedTasks.map((task) => ({ ...toFollowUpIds(task), taskId: null, error }));
  await insertFollowUps(trx, ids, rows);
};

/** A field can fail in several instances of a repeat. */
type RequiredTask = { set: AnswerSet; field: string; followUp: FollowUp; failures: Failure[] };

const listRequiredTasks = (set: AnswerSet): RequiredTask[] =>
  [
    ...Map.groupBy(
      set.failures.filter(({ formField }) => formField.field.followUp !== undefined),
      ({ formField }) => formField.field.name,
    ),
  ].map(([field, failures]) => ({
    set,
    field,
    followUp: failures[0]!.formField.field.followUp!,
    failures,
  }));

const toFollowUpIds = ({ set, field }: RequiredTask) => ({
  itemPosition: set.itemPosition,
  field,
  itemId: set.item?.item_id ?? null,
});

const createTasks = async (
  trx: DatabaseTransaction,
  context: CompletionContext,
  requiredTasks: readonly RequiredTask[],
): Promise<FollowUpRow[]> => {
  const { tenantId, userId, dependencies } = context;
  const pairs = requiredTasks.map(({ set, followUp: { workbook } }) => ({
    workbook,
    itemId: set.item?.item_id ?? null,
  }));
  const canInspect = await canInspectItems(trx, tenantId, pairs);
  const tasks: (TaskContent & { taskId: string; actorId: number })[] = [];
  const pause = createPauses();
  for (const [index, task] of requiredTasks.entries()) {
    await pause();
    const taskId = dependencies.newId();
    const content = composeTask(context, task, { taskId, canInspectItem: canInspect[index]! });
    tasks.push({ ...content, taskId, actorId: userId });
  }
  const problems = await createFollowUpTasks(trx, { tenantId, teamIds: null }, tasks);
  return requiredTasks.map((task, index) => {
    const problem = problems[index];
    return {
      ...toFollowUpIds(task),
      taskId: problem ? null : tasks[index]!.taskId,
      error: problem?.localizableMessage ?? null,
    };
  });
};

const composeTask = (
  { inspection, dependencies }: CompletionContext,
  { set: { item, filledForm }, failures, followUp }: RequiredTask,
  { taskId, canInspectItem }: { taskId: string; canInspectItem: boolean },
): TaskContent => {
  // A set that could not be evaluated has an issue, which blocks completion.
  const { evaluation } = filledForm!;
  const [{ formField, frame }] = failures as [Failure];
  const label = renderLabel(formField, frame, evaluation) ?? formField.field.name;
  return {
    ...DEFAULT_FIELD_VALUES,
    externalId: taskId,
    title: truncate(`${label}: ${item?.title ?? inspection.title}`, limits.name),
    teamName: followUp.team ?? inspection.team_title,
    workbookName: followUp.workbook,
    assignedUserName: null,
    description: composeDescription(inspection.title, failures, evaluation),
    dueDate:
      followUp.dueInDays === undefined
        ? null
        : getEndOfDay(dependencies.now(), followUp.dueInDays, inspection.time_zone),
    itemsToInspect: item && canInspectItem ? [item.external_id] : null,
    customProperties: createFailedAnswerProperty(failures),
  };
};

/** Stops at twice the limit: a thousand instances of a repeat can have 100 MB of choice labels. */
const composeDescription = (title: string, failures: readonly Failure[], evaluation: Evaluation): string => {
  let text = title;
  for (const { field, formField, frame } of failures) {
    if (text.length > 2 * limits.description) break;
    text += `\n${field}: ${formatAnswerText(formField, frame, evaluation)}`;
  }
  return truncate(text, limits.description);
};

/** Returns the last second of the day in the team's time zone. */
const getEndOfDay = (now: number, days: number, timeZone: string): Date => {
  const today = parseDate(formatLocalDateAndTime(now, timeZone).date)!;
  return new Date(startOfDay(formatIsoDay(today + (days + 1) * DAY_MS), timeZone) - 1_000);
};

/** Prefills the field of the same name in the other workbook. */
const createFailedAnswerProperty = ([
  failure,
  ...otherFailures
]: readonly Failure[]): TaskContent['customProperties'] => {
  const { formField, frame } = failure!;
  const { name } = formField.field;
  const answer = readResultAnswer(formField, frame);
  const isScalar = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
  const isShort = typeof answer !== 'string' || answer.length <= limits.customPropertyText;
  return otherFailures.length === 0 && isScalar && isShort && isValidCustomName(name)
    ? { [name]: answer }
    : {};
};

/** Splits only the start of the text into characters: the answers in a repeat can be 4 MB. */
const truncate = (text: string, max: number): string => [...text.slice(0, 2 * max)].slice(0, max).join('');
