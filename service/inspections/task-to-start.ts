import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, hasRow, type RowOf, run, statement } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { inspectionIdTaken, unknownItems } from './inspection-problems.ts';
import { type InspectionDependencies, startInspection } from './start-inspection.ts';

export type TaskToStart = RowOf<typeof LOCK_TASK_TO_START>;

export type InspectionStart = {
  inspectionId: string;
  startedAt?: Date | undefined;
  /** The version on the device; defaults to the task's current version. */
  versionId?: string | undefined;
  itemIds?: readonly string[] | undefined;
};

export type TaskStartRequest = {
  taskId: string;
  start: InspectionStart;
  dependencies: InspectionDependencies;
};

const LOCK_TASK_TO_START = statement('lock-task-to-start')`
  select task.task_id, task.external_id, task.state, task.assigned_user_id, task.team_id, team.title as team_title,
         task.workbook_version_id as version_id, task.inspection_id, task.custom_properties, task.is_deleted
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  where task.tenant_id = $1 and task.task_id = $2
  for update of task`.narrow<{ custom_properties: Record<string, CustomValue> }>();

/** Includes deleted tasks. */
export const lockTaskToStart = (
  trx: DatabaseTransaction,
  tenantId: number,
  taskId: string,
): Promise<TaskToStart | undefined> => findRow(trx, LOCK_TASK_TO_START, [tenantId, taskId]);

const FIND_VERSION = statement('find-version-to-start')`
  select candidate.version_id, candidate.workbook_id = current.workbook_id as is_of_task
  from workbook_version as candidate
  join workbook_version as current on current.tenant_id = $1 and current.version_id = $3
  where candidate.tenant_id = $1 and candidate.version_id = $2 and candidate.is_published
    and (candidate.workbook_id = current.workbook_id or exists (
      select from team_workbook
      where team_workbook.tenant_id = $1 and team_workbook.workbook_id = candidate.workbook_id
        and (team_workbook.team_id = $4 or team_workbook.team_id in (
          select team_id from task_former_team where tenant_id = $1 and task_id = $5))))`.narrow<{
  is_of_task: boolean;
}>();

/**
 * The task may have had the device's version before an edit. `isCurrentWorkbook` is true if the version belongs to the
 * task's current workbook. Returns undefined if the task can never have had the version.
 */
export const findVersionToStart = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { task, start: { versionId } }: { task: TaskToStart; start: InspectionStart },
): Promise<{ versionId: string; isCurrentWorkbook: boolean } | undefined> => {
  if (versionId === undefined) return { versionId: task.version_id, isCurrentWorkbook: true };
  const [version] = await run(trx, FIND_VERSION, [
    tenantId,
    versionId,
    task.version_id,
    task.team_id,
    task.task_id,
  ]);
  return version && { versionId: version.version_id, isCurrentWorkbook: version.is_of_task };
};

type TaskInspection = Omit<TaskStartRequest, 'taskId'> & { task: TaskToStart; versionId: string };

/** Returns the start time. The caller must have locked the task. */
export const startTaskInspection = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Actor,
  { task, versionId, start, dependencies }: TaskInspection,
): Promise<Date> => {
  const { inspectionId, startedAt, itemIds } = start;
  const startTime = await startInspection(trx, dependencies, {
    tenantId,
    inspectionId,
    taskId: task.task_id,
    versionId,
    teamId: task.team_id,
    userId,
    itemIds: itemIds
      ? await requireKnownItems(trx, tenantId, { versionId, itemIds })
      : await listTaskItems(trx, tenantId, task.task_id),
    startedAt,
    properties: task.custom_properties,
  });
  if (!startTime) throw inspectionIdTaken(inspectionId);
  return startTime;
};

const LIST_TASK_ITEMS = statement('list-items-of-task')`
  select item_id from task_item where tenant_id = $1 and task_id = $2 order by position`;

const listTaskItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  taskId: string,
): Promise<string[]> => {
  const items = await run(trx, LIST_TASK_ITEMS, [tenantId, taskId]);
  return items.map(({ item_id }) => item_id);
};

const LIST_KNOWN_ITEMS = statement('list-known-items')`
  select item.item_id from unnest($2::uuid[]) with ordinality as input (item_id, position)
  join workbook_version as version on version.tenant_id = $1 and version.version_id = $3
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = version.workbook_id
  join item on item.tenant_id = $1 and item.item_id = input.item_id
    and item.content_type_id = workbook.content_type_id
  order by input.position`;

/** Items that have since been removed from the task are accepted. */
const requireKnownItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { versionId, itemIds }: { versionId: string; itemIds: readonly string[] },
): Promise<string[]> => {
  const items = await run(trx, LIST_KNOWN_ITEMS, [tenantId, itemIds, versionId]);
  const knownIds = new Set(items.map(({ item_id }) => item_id));
  const unknownIds = itemIds.filter((id) => !knownIds.has(id.toLowerCase()));
  if (unknownIds.length > 0) throw unknownItems(unknownIds, 'itemIds');
  return items.map(({ item_id }) => item_id);
};

/** Returns true whatever the state of the inspection. */
export const hasStarted = (
  db: Database,
  ids: { tenantId: number; taskId: string; userId: number; inspectionId: string },
): Promise<boolean> =>
  hasRow(
    db,
    `select from inspection
     where tenant_id = $1 and inspection_id = $2 and task_id = $3 and user_id = $4 and not is_deleted`,
    [ids.tenantId, ids.inspectionId, ids.taskId, ids.userId],
  );
