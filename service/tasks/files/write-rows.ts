import { limits } from '#contract/limits.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import type { TaskImportRow } from '#contract/task-import.ts';
import type { Message } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import { insertTasks } from '#service/tasks/create-tasks.ts';
import { SELECT_FIELDS } from '#service/tasks/field-columns.ts';
import { amendTasks } from '#service/tasks/planning/amend-tasks.ts';
import { findRejection, resolveNames, type Verdict } from '#service/tasks/resolve-names.ts';
import { areFieldsEditable, stateFromCode } from '#service/tasks/task.ts';
import type { TaskContent } from '#service/tasks/task-input.ts';
import {
  dueDateBeforeStartDate,
  externalIdTaken,
  propertiesOverLimit,
  taskNotImportable,
} from '#service/tasks/task-problems.ts';
import type { TaskColumn } from './task-columns.ts';
import type { ParsedRow } from './task-row.ts';

/** The task is locked by the transaction. */
export type ExistingTask = { task_id: string; external_id: string; state: number };

export type RowResult = {
  outcome: TaskImportRow['outcome'];
  issue?: { column: TaskColumn; message: Message };
};

type WriteContext = {
  trx: DatabaseTransaction;
  scope: Scope;
  actorId: number;
  /** The custom properties with a column. An empty cell clears the property. */
  propertyNames: ReadonlySet<string>;
  /** Keyed by the names in a row, so that a team misspelt in a thousand rows is looked up only once. */
  resultsByNames: Map<string, RowResult>;
};

const rejectRow = (column: TaskColumn, { localizableMessage: message }: Problem): RowResult => ({
  outcome: 'error',
  issue: { column, message },
});

const findDateError = (content: TaskContent): RowResult | undefined =>
  content.startDate && content.dueDate && content.dueDate < content.startDate
    ? rejectRow('dueDate', dueDateBeforeStartDate(content.externalId))
    : undefined;

const NO_OPTIONAL_VALUES = { ...DEFAULT_FIELD_VALUES, assignedUserName: null, itemsToInspect: null };

/** Returns the results in row order. */
export const createRows = async (
  context: WriteContext,
  rows: readonly ParsedRow[],
  newId: () => string,
): Promise<RowResult[]> => {
  const { trx, scope, actorId } = context;
  const tasks = rows.map(({ content }) => ({
    customProperties: {},
    ...NO_OPTIONAL_VALUES,
    ...content,
    taskId: newId(),
    actorId,
  }));
  const issues = tasks.map(findDateError);
  const validTasks = tasks.filter((_, index) => !issues[index]);
  const outcomes = new Map(
    (await insertTasks(trx, scope, validTasks)).map((outcome) => [outcome.task_id, outcome]),
  );
  return mapInOrder(tasks, async (content, index) => {
    const issue = issues[index];
    if (issue) return issue;
    const outcome = outcomes.get(content.taskId)!;
    if (outcome.is_created) return { outcome: 'create' };
    if (outcome.is_valid) return rejectRow('externalId', externalIdTaken(content.externalId));
    return findRowRejection(context, content, outcome);
  });
};

/** Returns the results in row order. */
export const editRows = async (
  context: WriteContext,
  rows: readonly ParsedRow[],
  existingTasks: ReadonlyMap<string, ExistingTask>,
): Promise<RowResult[]> => {
  const { trx, scope, actorId } = context;
  const tasks = rows.map(({ content }) => existingTasks.get(content.externalId)!);
  const currentContents = await readContents(context, tasks);
  const contents = rows.map((row, index) => {
    const taskId = tasks[index]!.task_id;
    return { ...mergeContent(context, currentContents.get(taskId)!, row), taskId };
  });
  const issues = contents.map((content, index) => {
    const state = stateFromCode(tasks[index]!.state);
    if (!areFieldsEditable(state, ['title']))
      return rejectRow('externalId', taskNotImportable(content.externalId, state));
    if (Object.keys(content.customProperties).length > limits.customProperties)
      return rejectRow('externalId', propertiesOverLimit(content.externalId));
    return findDateError(content);
  });
  const validContents = contents.filter((_, index) => !issues[index]);
  const verdicts = await resolveNames(trx, scope, validContents);
  const acceptedContents = validContents.filter(({ taskId }) => verdicts.get(taskId)!.is_valid);
  const amendedIds = await amendTasks(
    trx,
    { tenantId: scope.tenantId, userId: actorId },
    acceptedContents.map((content) => {
      const { team_id, user_id, version_id, item_ids } = verdicts.get(content.taskId)!;
      return { ...content, teamId: team_id, userId: user_id, versionId: version_id!, itemIds: item_ids };
    }),
  );
  const editedIds = new Set(amendedIds);
  return mapInOrder(contents, async (content, index) => {
    const issue = issues[index];
    if (issue) return issue;
    const verdict = verdicts.get(content.taskId)!;
    if (!verdict.is_valid) return findRowRejection(context, content, verdict);
    return { outcome: editedIds.has(content.taskId) ? 'edit' : 'unchanged' };
  });
};

type StoredContent = Omit<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'>;

const READ_TASK_CONTENTS = statement('read-task-contents')`
  select task_id, (select user_name from app_user where tenant_id = $1 and user_id = assigned_user_id)
           as "assignedUserName",
         ${SELECT_FIELDS}, items_to_inspect as "itemsToInspect",
         custom_properties as "customProperties"
  from task where tenant_id = $1 and task_id = any($2::uuid[])`.narrow<
  Pick<StoredContent, 'customProperties' | 'priority'>
>();

const readContents = async (
  { trx, scope }: WriteContext,
  tasks: readonly ExistingTask[],
): Promise<Map<string, StoredContent>> => {
  const rows = await run(trx, READ_TASK_CONTENTS, [scope.tenantId, tasks.map(({ task_id }) => task_id)]);
  return new Map(rows.map(({ task_id, ...storedContent }) => [task_id, storedContent]));
};

const mergeContent = (
  { propertyNames }: WriteContext,
  storedContent: StoredContent,
  { content }: ParsedRow,
): TaskContent => {
  const properties = Object.entries(storedContent.customProperties).filter(
    ([name]) => !propertyNames.has(name),
  );
  return {
    ...storedContent,
    ...content,
    customProperties: { ...Object.fromEntries(properties), ...content.customProperties },
  };
};

/** Comparing an unknown name with 2,000 names takes up to 40 ms, and a file can have 10,000 unknown names. */
const MAX_SUGGESTIONS = 100;

const findRowRejection = async (
  { trx, scope, resultsByNames }: WriteContext,
  content: TaskContent,
  verdict: Verdict,
): Promise<RowResult> => {
  const { teamName, workbookName, assignedUserName, itemsToInspect } = content;
  const key = JSON.stringify([teamName, workbookName, assignedUserName, itemsToInspect]);
  const previousResult = resultsByNames.get(key);
  if (previousResult) return previousResult;
  const shouldSuggest = resultsByNames.size < MAX_SUGGESTIONS;
  const result = rejectRow(
    findErrorColumn(content, verdict),
    await findRejection(trx, scope, content, verdict, { shouldSuggest }),
  );
  resultsByNames.set(key, result);
  return result;
};

const findErrorColumn = ({ assignedUserName }: TaskContent, verdict: Verdict): TaskColumn => {
  if (verdict.team_count !== 1 || !verdict.team_is_active) return 'teamName';
  if (verdict.workbook_count !== 1 || verdict.version_id === null || !verdict.is_associated)
    return 'workbookName';
  const isAccepted = verdict.user_count === 1 && verdict.user_is_active && verdict.can_inspect;
  return assignedUserName !== null && !isAccepted ? 'assignedUserName' : 'itemsToInspect';
};

const mapInOrder = async <Value, Result>(
  values: readonly Value[],
  write: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) results.push(await write(value, index));
  return results;
};
