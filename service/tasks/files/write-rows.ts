import type { TaskImportRow } from '#contract/task-import.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import { insertTasks } from '#service/tasks/create-tasks.ts';
import { amendTasks } from '#service/tasks/planning/amend-tasks.ts';
import {
  givenParameters,
  RESOLVE_NAMES,
  refusalOf,
  VERDICT_COLUMNS,
  type Verdict,
} from '#service/tasks/resolve-names.ts';
import { mayAmend, stateOf } from '#service/tasks/task.ts';
import type { TaskContent } from '#service/tasks/task-draft.ts';
import { datesCross, externalIdTaken, importRefused } from '#service/tasks/task-problems.ts';
import type { TaskColumn } from './task-columns.ts';
import type { ReadRow } from './task-row.ts';

/** A task that a row edits; its row is held. */
export type KnownTask = { task_id: string; external_id: string; state: number };

/** What became of a row. */
export type Written = {
  outcome: TaskImportRow['outcome'];
  fault?: { column: TaskColumn; message: Sentence };
};

export type Writing = {
  trx: DatabaseTransaction;
  scope: Scope;
  actorId: number;
  /** The custom properties that have columns: an empty cell clears one. */
  propertyNames: ReadonlySet<string>;
  /** What was told of names before: of a thousand rows with one misspelt team it is found out once. */
  told: Map<string, Written>;
};

const refused = (column: TaskColumn, { sentence: message }: Problem): Written => ({
  outcome: 'error',
  fault: { column, message },
});

const datesFault = (content: TaskContent): Written | undefined =>
  content.startDate && content.dueDate && content.dueDate < content.startDate
    ? refused('dueDate', datesCross(content.externalId))
    : undefined;

const NOTHING = {
  assignedUserName: null,
  description: null,
  startDate: null,
  dueDate: null,
  plannedStart: null,
  plannedMinutes: null,
  itemsToInspect: null,
};

/** Makes tasks of rows; answers in their order. */
export const createRows = async (
  writing: Writing,
  rows: readonly ReadRow[],
  newId: () => string,
): Promise<Written[]> => {
  const { trx, scope, actorId } = writing;
  const wanted = rows.map(({ content }) => ({
    customProperties: {},
    ...NOTHING,
    ...content,
    taskId: newId(),
    actorId,
  }));
  const faults = wanted.map(datesFault);
  const fit = wanted.filter((_, place) => !faults[place]);
  const outcomes = new Map((await insertTasks(trx, scope, fit)).map((outcome) => [outcome.task_id, outcome]));
  return inOrder(wanted, async (content, place) => {
    const fault = faults[place];
    if (fault) return fault;
    const outcome = outcomes.get(content.taskId)!;
    if (outcome.is_created) return { outcome: 'create' };
    if (outcome.accepted) return refused('externalId', externalIdTaken(content.externalId));
    return refusedBy(writing, content, outcome);
  });
};

const RESOLVE = `
  with ${RESOLVE_NAMES}
  select "taskId" as task_id, verdict.team_id, verdict.user_id, verdict.item_ids, ${VERDICT_COLUMNS} from verdict`;

type Resolved = Verdict & {
  task_id: string;
  team_id: string;
  user_id: number | null;
  item_ids: string[];
};

/** Edits the tasks of rows; answers in their order. */
export const editRows = async (
  writing: Writing,
  rows: readonly ReadRow[],
  known: ReadonlyMap<string, KnownTask>,
): Promise<Written[]> => {
  const { trx, scope, actorId } = writing;
  const tasks = rows.map(({ content }) => known.get(content.externalId)!);
  const before = await readContents(writing, tasks);
  const wanted = rows.map((row, place) => {
    const taskId = tasks[place]!.task_id;
    return { ...merged(writing, before.get(taskId)!, row), taskId, actorId };
  });
  const faults = wanted.map((content, place) => {
    const state = stateOf(tasks[place]!.state);
    const isWaiting = mayAmend(state, ['title']);
    return isWaiting ? datesFault(content) : refused('externalId', importRefused(content.externalId, state));
  });
  const fit = wanted.filter((_, place) => !faults[place]);
  const resolved = await run<Resolved>(trx, RESOLVE, givenParameters(scope, fit));
  const verdicts = new Map(resolved.map((verdict) => [verdict.task_id, verdict]));
  const accepted = fit.filter(({ taskId }) => verdicts.get(taskId)!.accepted);
  const edited = await amendTasks(
    trx,
    { tenantId: scope.tenantId, userId: actorId },
    accepted.map((content) => {
      const { team_id, user_id, version_id, item_ids } = verdicts.get(content.taskId)!;
      return { ...content, teamId: team_id, userId: user_id, versionId: version_id!, itemIds: item_ids };
    }),
  );
  const isEdited = new Set(edited);
  return inOrder(wanted, async (content, place) => {
    const fault = faults[place];
    if (fault) return fault;
    const verdict = verdicts.get(content.taskId)!;
    if (!verdict.accepted) return refusedBy(writing, content, verdict);
    return { outcome: isEdited.has(content.taskId) ? 'edit' : 'unchanged' };
  });
};

type Kept = Omit<TaskContent, 'externalId' | 'title' | 'teamName' | 'workbookName'>;

/** What a row that has no column for it leaves as it is. */
const readContents = async (
  { trx, scope }: Writing,
  tasks: readonly KnownTask[],
): Promise<Map<string, Kept>> => {
  const rows = await run<Kept & { task_id: string }>(
    trx,
    `select task_id, (select user_name from app_user where tenant_id = $1 and user_id = assigned_user_id)
              as "assignedUserName",
            description, start_date as "startDate", due_date as "dueDate", planned_start as "plannedStart",
            planned_minutes as "plannedMinutes", items_to_inspect as "itemsToInspect",
            custom_properties as "customProperties"
     from task where tenant_id = $1 and task_id = any($2::uuid[])`,
    [scope.tenantId, tasks.map(({ task_id }) => task_id)],
  );
  return new Map(rows.map(({ task_id, ...kept }) => [task_id, kept]));
};

const merged = ({ propertyNames }: Writing, kept: Kept, { content }: ReadRow): TaskContent => {
  const properties = Object.entries(kept.customProperties).filter(([name]) => !propertyNames.has(name));
  return {
    ...kept,
    ...content,
    customProperties: { ...Object.fromEntries(properties), ...content.customProperties },
  };
};

const refusedBy = async (
  { trx, scope, told }: Writing,
  content: TaskContent,
  verdict: Verdict,
): Promise<Written> => {
  const { teamName, workbookName, assignedUserName, itemsToInspect } = content;
  const key = JSON.stringify([teamName, workbookName, assignedUserName, itemsToInspect]);
  const before = told.get(key);
  if (before) return before;
  const written = refused(columnAtFault(content, verdict), await refusalOf(trx, scope, content, verdict));
  told.set(key, written);
  return written;
};

/** The column that the refusal is about (see refusalOf). */
const columnAtFault = ({ assignedUserName }: TaskContent, verdict: Verdict): TaskColumn => {
  if (verdict.team_count !== 1 || !verdict.team_is_active) return 'teamName';
  if (verdict.workbook_count !== 1 || verdict.version_id === null || !verdict.is_associated)
    return 'workbookName';
  const isTaken = verdict.user_count === 1 && verdict.user_is_active && verdict.performs;
  return assignedUserName !== null && !isTaken ? 'assignedUserName' : 'itemsToInspect';
};

const inOrder = async <Value, Result>(
  values: readonly Value[],
  make: (value: Value, place: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [place, value] of values.entries()) results.push(await make(value, place));
  return results;
};
