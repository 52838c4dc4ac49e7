import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { inspectionIdTaken } from './inspection-problems.ts';
import { type InspectionTools, startInspection } from './start-inspection.ts';

export type TaskToStart = {
  task_id: string;
  external_id: string;
  state: number;
  assigned_user_id: number | null;
  team_id: string;
  team_title: string;
  version_id: string;
  inspection_id: string | null;
  custom_properties: Record<string, CustomValue>;
  is_deleted: boolean;
};

/** How a device, or the server for it, begins an inspection. */
export type Beginning = { inspectionId: string; startedAt?: Date | undefined };

/** A task, deleted or not, held until the transaction ends. */
export const lockTaskToStart = async (
  trx: DatabaseTransaction,
  tenantId: number,
  taskId: string,
): Promise<TaskToStart | undefined> => {
  const [task] = await run<TaskToStart>(
    trx,
    `select task.task_id, task.external_id, task.state, task.assigned_user_id, task.team_id, team.title as team_title,
            task.workbook_version_id as version_id, task.inspection_id, task.custom_properties, task.is_deleted
     from task
     join team on team.tenant_id = $1 and team.team_id = task.team_id
     where task.tenant_id = $1 and task.task_id = $2
     for update of task`,
    [tenantId, taskId],
  );
  return task;
};

/** Begins an inspection of a task whose row is held; returns when it began. */
export const beginInspectionOf = async (
  trx: DatabaseTransaction,
  task: TaskToStart,
  {
    tenantId,
    userId,
    beginning: { inspectionId, startedAt },
    tools,
  }: { tenantId: number; userId: number; beginning: Beginning; tools: InspectionTools },
): Promise<Date> => {
  const items = await run<{ item_id: string }>(
    trx,
    'select item_id from task_item where tenant_id = $1 and task_id = $2 order by position',
    [tenantId, task.task_id],
  );
  const began = await startInspection(trx, tools, {
    tenantId,
    inspectionId,
    taskId: task.task_id,
    versionId: task.version_id,
    teamId: task.team_id,
    userId,
    itemIds: items.map(({ item_id }) => item_id),
    startedAt,
    properties: task.custom_properties,
  });
  if (!began) throw inspectionIdTaken(inspectionId);
  return began;
};

/** Whether this is an inspection of the task, and the person's own: what was begun once is begun, whatever became of it. */
export const hasBegun = async (
  db: Database,
  given: { tenantId: number; taskId: string; userId: number; inspectionId: string },
): Promise<boolean> => {
  const rows = await run(
    db,
    `select from inspection
     where tenant_id = $1 and inspection_id = $2 and task_id = $3 and user_id = $4 and not is_deleted`,
    [given.tenantId, given.inspectionId, given.taskId, given.userId],
  );
  return rows.length > 0;
};
