import { recordChange } from '#service/changes/record-change.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

export type InspectionView = {
  inspection_id: string;
  task_id: string | null;
  external_id: string | null;
  state: number;
  version_id: string;
  workbook_title: string;
  team_id: string;
  user_id: number;
  user_name: string;
  started_at: Date;
  ended_at: Date | null;
  revision: number;
  prefill: PrefillReport;
};

/**
 * An inspection is in its task's state while the task names it; one that its task left behind was cancelled; one
 * without a task has a state of its own.
 */
const SELECT_INSPECTION = `
  select inspection.inspection_id, inspection.task_id, task.external_id,
         case when task.task_id is null then inspection.state
              when task.inspection_id = inspection.inspection_id then task.state
              else 4 end as state,
         inspection.workbook_version_id as version_id, workbook_version.title as workbook_title, inspection.team_id,
         inspection.user_id, app_user.user_name, inspection.started_at, inspection.ended_at, inspection.revision,
         inspection.prefill
  from inspection
  join workbook_version
    on workbook_version.tenant_id = $1 and workbook_version.version_id = inspection.workbook_version_id
  join app_user on app_user.tenant_id = $1 and app_user.user_id = inspection.user_id
  left join task on task.tenant_id = $1 and task.task_id = inspection.task_id
  where inspection.tenant_id = $1 and inspection.inspection_id = $2 and not inspection.is_deleted`;

export const findInspection = async (db: Database, tenantId: number, inspectionId: string) => {
  const [inspection] = await run<InspectionView>(db, SELECT_INSPECTION, [tenantId, inspectionId]);
  return inspection;
};

/**
 * The same, holding its row, and its task's, until the transaction ends. The task is locked first, as everywhere: two
 * writes about the same work wait for each other instead of deadlocking.
 */
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
  prefill: PrefillReport;
};

/** Writes an inspection and the items it is about. 2 is the state Active. */
export const insertInspection = async (
  trx: DatabaseTransaction,
  inspection: NewInspection,
): Promise<void> => {
  const { tenantId, inspectionId, taskId, versionId, teamId, userId, itemIds, prefill } = inspection;
  await run(
    trx,
    `insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, prefill)
     values ($1, $2, $3, $4, $5, $6, 2, $7)`,
    [tenantId, inspectionId, taskId, versionId, teamId, userId, JSON.stringify(prefill)],
  );
  await run(
    trx,
    `insert into inspection_item (tenant_id, inspection_id, item_id, position)
     select $1, $2, item_id, place from unnest($3::uuid[]) with ordinality as items (item_id, place)
     on conflict do nothing`,
    [tenantId, inspectionId, itemIds],
  );
  if (taskId === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
};

/** The inspection is complete. 3 is the state Closed; a task's state is the task's own (see SELECT_INSPECTION). */
export const endInspection = async (trx: DatabaseTransaction, tenantId: number, inspectionId: string) => {
  const [ended] = await run<{ task_id: string | null }>(
    trx,
    `update inspection set state = 3, ended_at = now(), sent_at = now(), modified_at = now()
     where tenant_id = $1 and inspection_id = $2 returning task_id`,
    [tenantId, inspectionId],
  );
  if (ended!.task_id === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
};

export type InspectedItem = { item_id: string; external_id: string; title: string };

export const listInspectedItems = (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<InspectedItem[]> =>
  run<InspectedItem>(
    db,
    `select item.item_id, item.external_id, item.title
     from inspection_item
     join item on item.tenant_id = $1 and item.item_id = inspection_item.item_id
     where inspection_item.tenant_id = $1 and inspection_item.inspection_id = $2
     order by inspection_item.position`,
    [tenantId, inspectionId],
  );

export type AnswerRow = { item_id: string | null; field: string; value: Answer };

/** The newest answer of every field; a field whose answer was taken back is left out. */
export const listAnswers = (db: Database, tenantId: number, inspectionId: string): Promise<AnswerRow[]> =>
  run<AnswerRow>(
    db,
    `select item_id, field, value from (
       select distinct on (item_id, field) item_id, field, value, revision from answer
       where tenant_id = $1 and inspection_id = $2
       order by item_id, field, revision desc
     ) as newest
     where value is not null order by revision`,
    [tenantId, inspectionId],
  );

export type ConflictRow = {
  item_id: string | null;
  field: string;
  revision: number;
  other_value: Answer;
  other_revision: number;
  other_user_name: string;
};

/** Where the newest answer was given without knowing the one before it, and says something else. */
export const listConflicts = (db: Database, tenantId: number, inspectionId: string): Promise<ConflictRow[]> =>
  run<ConflictRow>(
    db,
    `select newest.item_id, newest.field, newest.revision, other.value as other_value,
            other.revision as other_revision, app_user.user_name as other_user_name
     from (
       select distinct on (item_id, field) item_id, field, value, revision, base_revision from answer
       where tenant_id = $1 and inspection_id = $2
       order by item_id, field, revision desc
     ) as newest
     cross join lateral (
       select value, revision, answered_by from answer
       where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from newest.item_id
         and field = newest.field and revision < newest.revision
       order by revision desc limit 1
     ) as other
     join app_user on app_user.tenant_id = $1 and app_user.user_id = other.answered_by
     where newest.base_revision < other.revision and newest.value is distinct from other.value
     order by newest.revision`,
    [tenantId, inspectionId],
  );
