import { limits } from '#contract/limits.ts';
import type { FollowUp } from '#contract/workbook-definition.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { Problem } from '#service/problem.ts';
import { createTaskInScope } from '#service/tasks/create-tasks.ts';
import { mayBeCustomProperty, type TaskContent } from '#service/tasks/task-draft.ts';
import { DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import type { Failure } from '#workbook-engine/form-failures.ts';
import { answerIn } from '#workbook-engine/form-result.ts';
import { localDateAndTime, readDay, startOfDay } from '#workbook-engine/iso-8601.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import { insertFollowUp, inspectsItem, listFollowedUp } from './follow-up-queries.ts';
import type { InspectionView } from './inspection-queries.ts';
import type { AnswerSet } from './inspection-sets.ts';
import type { InspectionTools } from './start-inspection.ts';

type Completing = {
  tenantId: number;
  userId: number;
  inspection: InspectionView;
  sets: readonly AnswerSet[];
  tools: InspectionTools;
};

/**
 * Makes the tasks that failed answers ask for, as team tasks: one for each failed field of an item, however often the
 * inspection is completed. One that cannot be made is kept with its obstacle, and tried again at the next completion:
 * the inspector is done whatever a workbook says of others.
 */
export const makeFollowUps = async (trx: DatabaseTransaction, completing: Completing): Promise<void> => {
  const { tenantId, inspection, sets, tools } = completing;
  const wanted = sets.flatMap((set) => followedUp(set).map((failures) => ({ set, failures })));
  if (wanted.length === 0) return;
  const made = await listFollowedUp(trx, tenantId, inspection.inspection_id);
  for (const { set, failures } of wanted) {
    const { name, followUp } = failures[0]!.placed.field;
    if (made.has(`${set.place} ${name}`)) continue;
    const taskId = tools.newId();
    const content = await describe(trx, completing, { set, failures, taskId, followUp: followUp! });
    const obstacle = await tryToCreate(trx, completing, { taskId, ...content });
    await insertFollowUp(trx, {
      tenantId,
      inspectionId: inspection.inspection_id,
      place: set.place,
      field: name,
      itemId: set.item?.item_id ?? null,
      taskId: obstacle === undefined ? taskId : null,
      obstacle: obstacle?.sentence ?? null,
    });
  }
};

/** The failures of a set that ask for a task, those of one field together: in a repeat it may fail in several entries. */
const followedUp = ({ failures }: AnswerSet): Failure[][] => [
  ...Map.groupBy(
    failures.filter(({ placed }) => placed.field.followUp !== undefined),
    ({ placed }) => placed.field.name,
  ).values(),
];

const tryToCreate = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Completing,
  task: TaskContent & { taskId: string },
): Promise<Problem | undefined> => {
  try {
    await createTaskInScope(trx, { tenantId, teamIds: null }, { ...task, actorId: userId });
    return undefined;
  } catch (error) {
    // A refusal of the names in it is found before anything is written, so the transaction goes on.
    if (error instanceof Problem) return error;
    throw error;
  }
};

type Wanted = { set: AnswerSet; failures: readonly Failure[]; taskId: string; followUp: FollowUp };

const describe = async (
  trx: DatabaseTransaction,
  { tenantId, inspection, tools }: Completing,
  { set: { item, filled }, failures, taskId, followUp }: Wanted,
): Promise<TaskContent> => {
  const { given } = filled;
  const [{ placed, frame }] = failures as [Failure];
  const label = placed.label?.(frame, given) ?? placed.field.name;
  const lines = failures.map(
    (failure) => `${failure.field}: ${showAnswer(failure.placed, failure.frame, given)}`,
  );
  const isOfItem = item && (await inspectsItem(trx, tenantId, followUp.workbook, item.item_id));
  return {
    externalId: taskId,
    title: firstCharacters(`${label}: ${item?.title ?? inspection.title}`, limits.name),
    teamName: followUp.team ?? inspection.team_title,
    workbookName: followUp.workbook,
    assignedUserName: null,
    description: firstCharacters([inspection.title, ...lines].join('\n'), limits.description),
    startDate: null,
    plannedStart: null,
    plannedMinutes: null,
    dueDate:
      followUp.dueInDays === undefined
        ? null
        : endOfDay(tools.now(), followUp.dueInDays, inspection.time_zone),
    itemsToInspect: isOfItem ? [item.external_id] : null,
    customProperties: failedAnswer(failures),
  };
};

/** The last second of the day, in the team's time zone, that many days on. */
const endOfDay = (now: number, days: number, timeZone: string): Date => {
  const today = readDay(localDateAndTime(now, timeZone).date)!;
  return new Date(startOfDay(dayText(today + (days + 1) * DAY_MS), timeZone) - 1_000);
};

/** The answer that failed, by its field's name: it fills the field of that name of the other workbook. */
const failedAnswer = ([failure, ...others]: readonly Failure[]): TaskContent['customProperties'] => {
  const { placed, frame } = failure!;
  const { name } = placed.field;
  const answer = answerIn(placed, frame);
  const isScalar = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
  const isShort = typeof answer !== 'string' || answer.length <= limits.customPropertyText;
  return others.length === 0 && isScalar && isShort && mayBeCustomProperty(name) ? { [name]: answer } : {};
};

const firstCharacters = (text: string, most: number): string => [...text].slice(0, most).join('');
