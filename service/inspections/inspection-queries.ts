import { recordChange } from '#service/changes/record-change.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, type RowOf, run, statement } from '#service/database/statement.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';
import { type StoredPrefill, toStoredPrefill } from './stored-prefill.ts';

export type InspectionView = RowOf<typeof SELECT_INSPECTION>;

/**
 * For an `inspection` left-joined with its `task`. While the task refers to the inspection, both have the same state.
 * Once it no longer does, the inspection is cancelled.
 */
export const INSPECTION_STATE = `
  case when task.task_id is null then inspection.state
       when task.inspection_id = inspection.inspection_id then task.state
       else 4 end`;

const SELECT_INSPECTION = statement('find-inspection')`
  select inspection.inspection_id, inspection.task_id, task.external_id,
         coalesce(task.title, workbook_version.title) as title,
         ${INSPECTION_STATE} as state,
         inspection.workbook_version_id as version_id, workbook_version.workbook_id,
         workbook_version.title as workbook_title, workbook_version.version as workbook_version, inspection.team_id, team.title as team_title, team.time_zone,
         team.language, inspection.user_id, app_user.user_name, inspection.started_at, inspection.ended_at,
         cancellation.canceled_at, cancellation.canceled_revision, inspection.completion,
         completed.revision as completed_revision, inspection.approved_at, approver.user_name as approved_by,
         inspection.revision, inspection.modified_at, inspection.prefill, inspection.answer_bytes
  from inspection
  join workbook_version
    on workbook_version.tenant_id = $1 and workbook_version.version_id = inspection.workbook_version_id
  join team on team.tenant_id = $1 and team.team_id = inspection.team_id
  join app_user on app_user.tenant_id = $1 and app_user.user_id = inspection.user_id
  left join app_user as approver on approver.tenant_id = $1 and approver.user_id = inspection.approved_by
  left join task on task.tenant_id = $1 and task.task_id = inspection.task_id
  left join lateral (
    select happened_at as canceled_at, (details ->> 'revision')::integer as canceled_revision
    from task_event
    where task_event.tenant_id = $1 and task_event.task_id = inspection.task_id and task_event.inspection_id = inspection.inspection_id
      and (task_event.kind = 'canceled' or task_event.kind = 'started' and task_event.details ? 'isLate')
    order by event_id limit 1
  ) as cancellation on true
  left join inspection_completion as completed
    on completed.tenant_id = $1 and completed.inspection_id = inspection.inspection_id
    and completed.completion = inspection.completion
  where inspection.tenant_id = $1 and inspection.inspection_id = $2 and not inspection.is_deleted`.narrow<{
  state: number;
  prefill: StoredPrefill;
}>();

export const findInspection = (db: Database, tenantId: number, inspectionId: string) =>
  findRow(db, SELECT_INSPECTION, [tenantId, inspectionId]);

/** Locks the task before the inspection to avoid deadlocks. */
export const lockInspection = async (trx: DatabaseTransaction, tenantId: number, inspectionId: string) => {
  await run(
    trx,
    `select from task where tenant_id = $1 and task_id = (
       select task_id from inspection where tenant_id = $1 and inspection_id = $2
     ) for update`,
    [tenantId, inspectionId],
  );
  await run(trx, 'select from inspection where tenant_id = $1 and inspection_id = $2 for update', [
    tenantId,
    inspectionId,
  ]);
  return findInspection(trx, tenantId, inspectionId);
};

export type NewInspection = {
  tenantId: number;
  inspectionId: string;
  taskId: string | null;
  versionId: string;
  teamId: string;
  userId: number;
  itemIds: readonly string[];
  /** Defaults to now. */
  startedAt: Date | undefined;
  prefill: PrefillReport;
  /** The revision after prefilling. */
  startedRevision: number;
};

const NO_TASK_ID = '00000000-0000-0000-0000-000000000000';

const INSERT_INSPECTION = statement('insert-inspection')`
  insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, prefill,
                          started_revision, started_at)
  select team.tenant_id, $2, $3, $4, team.team_id, $6, 2, $7, $8,
         least(now(), greatest(coalesce($9, now()), coalesce(task.created_at, now() - interval '180 days')))
  from team left join task on task.tenant_id = $1 and task.task_id = $10
  where team.tenant_id = $1 and team.team_id = $5
  on conflict (tenant_id, inspection_id) do nothing
  returning started_at`;

/**
 * Returns the start time, or undefined if the ID is taken. The start time is corrected if it is in the future, before
 * the task was created or, without a task, more than 180 days ago: after that, devices must sign in again anyway. State
 * 2 is Active.
 */
export const insertInspection = async (
  trx: DatabaseTransaction,
  inspection: NewInspection,
): Promise<Date | undefined> => {
  const { tenantId, inspectionId, taskId, versionId, teamId, userId, itemIds } = inspection;
  const { prefill, startedRevision, startedAt } = inspection;
  const [insertedRow] = await run(trx, INSERT_INSPECTION, [
    tenantId,
    inspectionId,
    taskId,
    versionId,
    teamId,
    userId,
    JSON.stringify(toStoredPrefill(prefill)),
    startedRevision,
    startedAt ?? null,
    // With null, PostgreSQL would leave out the table, which Citus does not expect.
    taskId ?? NO_TASK_ID,
  ]);
  if (!insertedRow) return undefined;
  await run(
    trx,
    `insert into inspection_item (tenant_id, inspection_id, item_id, position)
     select tenant_id, inspection_id, item_id, position
     from inspection, unnest($3::uuid[]) with ordinality as input (item_id, position)
     where tenant_id = $1 and inspection_id = $2
     on conflict do nothing`,
    [tenantId, inspectionId, itemIds],
  );
  if (taskId === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
  return insertedRow.started_at;
};

/** For changes other than answers. The time never moves backwards. */
export const markModified = async (trx: DatabaseTransaction, tenantId: number, inspectionId: string) => {
  await run(
    trx,
    `update inspection set modified_at = greatest(now(), modified_at)
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspectionId],
  );
};

export type InspectedItem = { item_id: string; external_id: string; title: string; position: number };

const LIST_INSPECTED_ITEMS = statement('list-inspected-items')`
  select item.item_id, item.external_id, item.title, inspection_item.position
  from inspection_item
  join item on item.tenant_id = $1 and item.item_id = inspection_item.item_id
  where inspection_item.tenant_id = $1 and inspection_item.inspection_id = $2
  order by inspection_item.position`;

export const listInspectedItems = (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<InspectedItem[]> => run(db, LIST_INSPECTED_ITEMS, [tenantId, inspectionId]);
