import type { PlanningFieldName } from '#contract/task-fields.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { FIELD_COLUMNS, type FieldValues } from '#service/tasks/field-columns.ts';
import { EDITED_COLUMNS, RECORD_EDITS } from '#service/tasks/record-edits.ts';
import { stateCode } from '#service/tasks/task.ts';

export type TaskPlan = Pick<FieldValues, PlanningFieldName> & { userId: number | null };

export type AmendedTask = TaskPlan &
  FieldValues & {
    title: string;
    teamId: string;
    versionId: string;
    itemsToInspect: string[] | null;
    /** If null, the items are unchanged. */
    itemIds: string[] | null;
    customProperties: Record<string, string | number | boolean>;
  };

type Column = [name: string, field: string, type: string];

const toColumn = ({ column, name, type }: (typeof FIELD_COLUMNS)[number]): Column => [column, name, type];

const PLAN_COLUMNS: Column[] = [
  ['assigned_user_id', 'userId', 'bigint'],
  ...FIELD_COLUMNS.filter(({ field }) => field.isPlanningField).map(toColumn),
];
const CONTENT_COLUMNS: Column[] = [
  ['title', 'title', 'text'],
  ['team_id', 'teamId', 'uuid'],
  ['workbook_version_id', 'versionId', 'uuid'],
  ['items_to_inspect', 'itemsToInspect', 'text[]'],
  ['custom_properties', 'customProperties', 'jsonb'],
  ...FIELD_COLUMNS.filter(({ field }) => !field.isPlanningField).map(toColumn),
];

const [NEW, ASSIGNED] = [stateCode('New'), stateCode('Assigned')];

/** An unassigned task is open to its entire team (decision T17). */
const UNSTARTED_STATE = `case when input."userId" is null then ${NEW} else ${ASSIGNED} end`;
const setUnlessStarted = (column: string, value: string) =>
  `${column} = case when task.state in (${NEW}, ${ASSIGNED}) then ${value} else task.${column} end`;

const buildAmendSql = (columns: readonly Column[]) => `
  with input as (
    select * from json_to_recordset($2::json) as input (
      "taskId" uuid, "itemIds" uuid[], ${columns.map(([, field, type]) => `"${field}" ${type}`).join(', ')})
  ), current_task as materialized (
    select task.* from input join task on task.tenant_id = $1 and task.task_id = input."taskId"
  ), edited as (
    update task set
      ${columns.map(([name, field]) => `${name} = input."${field}"`).join(', ')},
      ${setUnlessStarted('state', UNSTARTED_STATE)}, ${setUnlessStarted('is_self_assignable', 'input."userId" is null')}, modified_at = now()
    from input
    where task.tenant_id = $1 and task.task_id = input."taskId"
      and (${columns.map(([name]) => `task.${name}`).join(', ')})
        is distinct from (${columns.map(([, field]) => `input."${field}"`).join(', ')})
    returning ${EDITED_COLUMNS}, input."itemIds" as item_ids, $3::bigint as actor_id
  ), ${RECORD_EDITS}
  select entity_id as task_id from edited`;

const PLAN_TASKS = statement('plan-tasks')`${buildAmendSql(PLAN_COLUMNS)}`.narrow<{ task_id: string }>();
const AMEND_TASKS = statement('amend-tasks')`${buildAmendSql([...CONTENT_COLUMNS, ...PLAN_COLUMNS])}`.narrow<{
  task_id: string;
}>();

type Editor = { tenantId: number; userId: number };
type WithTaskId<Content> = readonly (Content & { taskId: string })[];

/** Returns the IDs of changed tasks. The caller must have locked the rows and validated the content. */
export const amendTasks = (trx: DatabaseTransaction, editor: Editor, tasks: WithTaskId<AmendedTask>) =>
  write(trx, AMEND_TASKS, editor, tasks);

/** Writes only the plans, because the rest of a task can be large. */
export const amendPlans = (trx: DatabaseTransaction, editor: Editor, tasks: WithTaskId<TaskPlan>) =>
  write(
    trx,
    PLAN_TASKS,
    editor,
    tasks.map((task) => ({ ...task, itemIds: null })),
  );

const write = async (
  trx: DatabaseTransaction,
  update: typeof AMEND_TASKS,
  { tenantId, userId }: Editor,
  tasks: readonly object[],
): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const rows = await run(trx, update, [tenantId, JSON.stringify(tasks), userId]);
  return rows.map(({ task_id }) => task_id);
};
