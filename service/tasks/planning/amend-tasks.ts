import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { EDITED_COLUMNS, RECORD_EDITS } from '#service/tasks/record-edits.ts';
import { stateCode } from '#service/tasks/task.ts';

/** What planning changes of a task. */
export type TaskPlan = {
  userId: number | null;
  startDate: Date | null;
  dueDate: Date | null;
  plannedStart: Date | null;
  plannedMinutes: number | null;
};

/** Everything that an edit changes of a task. */
export type AmendedTask = TaskPlan & {
  title: string;
  description: string | null;
  teamId: string;
  versionId: string;
  itemsToInspect: string[] | null;
  /** null: they stay as they are. */
  itemIds: string[] | null;
  customProperties: Record<string, string | number | boolean>;
};

type Column = [name: string, member: string, type: string];

const PLAN: Column[] = [
  ['assigned_user_id', 'userId', 'bigint'],
  ['start_date', 'startDate', 'timestamptz'],
  ['due_date', 'dueDate', 'timestamptz'],
  ['planned_start', 'plannedStart', 'timestamptz'],
  ['planned_minutes', 'plannedMinutes', 'integer'],
];
const CONTENT: Column[] = [
  ['title', 'title', 'text'],
  ['description', 'description', 'text'],
  ['team_id', 'teamId', 'uuid'],
  ['workbook_version_id', 'versionId', 'uuid'],
  ['items_to_inspect', 'itemsToInspect', 'text[]'],
  ['custom_properties', 'customProperties', 'jsonb'],
];

const [NEW, ASSIGNED] = [stateCode('New'), stateCode('Assigned')];

/** Who has a user is Assigned, who has none is New and anybody's (decision T17); an Active task stays its user's. */
const STATE = `case when given."userId" is null then ${NEW} else ${ASSIGNED} end`;
const waiting = (column: string, value: string) =>
  `${column} = case when task.state in (${NEW}, ${ASSIGNED}) then ${value} else task.${column} end`;

const amend = (columns: readonly Column[]) => `
  with given as (
    select * from json_to_recordset($2::json) as given (
      "taskId" uuid, "itemIds" uuid[], ${columns.map(([, member, type]) => `"${member}" ${type}`).join(', ')})
  ), found_task as materialized (
    select task.* from given join task on task.tenant_id = $1 and task.task_id = given."taskId"
  ), edited as (
    update task set
      ${columns.map(([name, member]) => `${name} = given."${member}"`).join(', ')},
      ${waiting('state', STATE)}, ${waiting('is_self_assignable', 'given."userId" is null')}, modified_at = now()
    from given
    where task.tenant_id = $1 and task.task_id = given."taskId"
      and (${columns.map(([name]) => `task.${name}`).join(', ')})
        is distinct from (${columns.map(([, member]) => `given."${member}"`).join(', ')})
    returning ${EDITED_COLUMNS}, given."itemIds" as item_ids, $3::bigint as actor_id
  ), ${RECORD_EDITS}
  select entity_id as task_id from edited`;

const PLAN_TASKS = amend(PLAN);
const AMEND_TASKS = amend([...CONTENT, ...PLAN]);

type By = { tenantId: number; userId: number };
type Given<What> = readonly (What & { taskId: string })[];

/**
 * Writes tasks as they are to be, with history and feed, in one statement; answers the ids of those that differed. The
 * caller holds their rows and has judged what it gives.
 */
export const amendTasks = (trx: DatabaseTransaction, by: By, tasks: Given<AmendedTask>) =>
  write(trx, AMEND_TASKS, by, tasks);

/** The same for what planning changes: what else there is of a task, which may be much, is left where it is. */
export const amendPlans = (trx: DatabaseTransaction, by: By, tasks: Given<TaskPlan>) =>
  write(
    trx,
    PLAN_TASKS,
    by,
    tasks.map((task) => ({ ...task, itemIds: null })),
  );

const write = async (
  trx: DatabaseTransaction,
  statement: string,
  { tenantId, userId }: By,
  tasks: readonly object[],
): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const edited = await run<{ task_id: string }>(trx, statement, [tenantId, JSON.stringify(tasks), userId]);
  return edited.map(({ task_id }) => task_id);
};
