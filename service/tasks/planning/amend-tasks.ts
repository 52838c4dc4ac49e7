import type { PlanningFieldName } from '#contract/task-fields.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { FIELD_COLUMNS, type FieldValues } from '#service/tasks/field-columns.ts';
import {
  buildEditEventsSql,
  buildFormerTeamsSql,
  type EditedColumn,
  selectEdited,
} from '#service/tasks/record-edits.ts';
import { stateCode } from '#service/tasks/task.ts';
import { replaceItems } from '#service/tasks/task-items.ts';

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

const toEditedColumn = ({ column, name, type }: (typeof FIELD_COLUMNS)[number]): EditedColumn => ({
  column,
  name,
  type,
});

const PLAN_COLUMNS: EditedColumn[] = [
  { column: 'assigned_user_id', name: 'userId', type: 'bigint' },
  ...FIELD_COLUMNS.filter(({ field }) => field.isPlanningField).map(toEditedColumn),
];
const ALL_COLUMNS: EditedColumn[] = [
  { column: 'title', name: 'title', type: 'text' },
  { column: 'team_id', name: 'teamId', type: 'uuid' },
  { column: 'workbook_version_id', name: 'versionId', type: 'uuid' },
  { column: 'items_to_inspect', name: 'itemsToInspect', type: 'text[]' },
  { column: 'custom_properties', name: 'customProperties', type: 'jsonb' },
  ...FIELD_COLUMNS.filter(({ field }) => !field.isPlanningField).map(toEditedColumn),
  ...PLAN_COLUMNS,
];

const [NEW, ASSIGNED] = [stateCode('New'), stateCode('Assigned')];

/** An unassigned task is open to its entire team (decision T17). */
const UNSTARTED_STATE = `case when edited.assigned_user_id is null then ${NEW} else ${ASSIGNED} end`;
const setUnlessStarted = (column: string, value: string) =>
  `${column} = case when task.state in (${NEW}, ${ASSIGNED}) then ${value} else task.${column} end`;

const buildUpdateSql = (columns: readonly EditedColumn[]) => `
  update task set
    ${columns.map(({ column }) => `${column} = edited.${column}`).join(', ')},
    ${setUnlessStarted('state', UNSTARTED_STATE)},
    ${setUnlessStarted('is_self_assignable', 'edited.assigned_user_id is null')},
    modified_at = now(), revision = task.revision + 1
  from ${selectEdited(columns)}
  where task.tenant_id = $1 and task.task_id = any($3::uuid[]) and task.task_id = edited.task_id
    and ($4 or (${columns.map(({ column }) => `task.${column}`).join(', ')})
      is distinct from (${columns.map(({ column }) => `edited.${column}`).join(', ')}))
  returning task.task_id`;

const PLAN_TASKS = statement('plan-tasks')`${buildUpdateSql(PLAN_COLUMNS)}`;
const AMEND_TASKS = statement('amend-tasks')`${buildUpdateSql(ALL_COLUMNS)}`;
const RECORD_PLANS = buildEditEventsSql(PLAN_COLUMNS);
const RECORD_EDITS = buildEditEventsSql(ALL_COLUMNS);
const RECORD_FORMER_TEAMS = buildFormerTeamsSql(ALL_COLUMNS);

type Editor = { tenantId: number; userId: number };
type WithTaskId<Content> = readonly (Content & { taskId: string })[];

/**
 * Returns the IDs of changed tasks. The caller must have locked the rows and validated the content. If `isForced` is
 * true, tasks also count as changed if they have the same content as before.
 */
export const amendTasks = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Editor,
  tasks: WithTaskId<AmendedTask>,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const values = [tenantId, JSON.stringify(tasks), tasks.map(({ taskId }) => taskId)];
  await run(trx, RECORD_EDITS, [...values, userId]);
  await run(trx, RECORD_FORMER_TEAMS, values);
  const rows = await run(trx, AMEND_TASKS, [...values, isForced]);
  const changedIds = rows.map(({ task_id }) => task_id);
  const changed = new Set(changedIds);
  await replaceItems(
    trx,
    tenantId,
    tasks.flatMap(({ taskId, itemIds }) => (itemIds && changed.has(taskId) ? { taskId, itemIds } : [])),
  );
  await recordChange(trx, tenantId, 'task', changedIds);
  return changedIds;
};

/** Writes only the plans, because the rest of a task can be large. Returns the IDs of changed tasks. */
export const amendPlans = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Editor,
  tasks: WithTaskId<TaskPlan>,
): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const values = [tenantId, JSON.stringify(tasks), tasks.map(({ taskId }) => taskId)];
  await run(trx, RECORD_PLANS, [...values, userId]);
  const rows = await run(trx, PLAN_TASKS, [...values, false]);
  const changedIds = rows.map(({ task_id }) => task_id);
  await recordChange(trx, tenantId, 'task', changedIds);
  return changedIds;
};
