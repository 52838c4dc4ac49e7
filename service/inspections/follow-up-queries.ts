import { inEnglish, type Sentence } from '#i18n/sentence.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { storedSentence } from '#service/database/stored-sentence.ts';

const LIST_FOLLOW_UP_KEYS = statement('list-follow-up-keys')`
  select item_position, field from follow_up where tenant_id = $1 and inspection_id = $2 and task_id is not null`;

/** The failed fields that already have a follow-up task, as `itemPosition field`. */
export const listFollowUpKeys = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Set<string>> => {
  const rows = await run(db, LIST_FOLLOW_UP_KEYS, [tenantId, inspectionId]);
  return new Set(rows.map(({ item_position, field }) => `${item_position} ${field}`));
};

/** Whether a workbook, found by name or title, inspects the content type of an item. */
export const inspectsItem = async (
  db: Database,
  tenantId: number,
  workbook: string,
  itemId: string,
): Promise<boolean> => {
  const rows = await run(
    db,
    `select from workbook
     join item on item.tenant_id = $1 and item.item_id = $3 and item.content_type_id = workbook.content_type_id
     where workbook.tenant_id = $1 and (lower(workbook.name) = lower($2) or lower(workbook.title) = lower($2))
     limit 1`,
    [tenantId, workbook, itemId],
  );
  return rows.length > 0;
};

export const insertFollowUp = async (
  trx: DatabaseTransaction,
  followUp: {
    tenantId: number;
    inspectionId: string;
    itemPosition: number;
    field: string;
    itemId: string | null;
    taskId: string | null;
    error: Sentence | null;
  },
): Promise<void> => {
  const { tenantId, inspectionId, itemPosition, field, itemId, taskId, error } = followUp;
  await run(
    trx,
    `insert into follow_up (tenant_id, inspection_id, item_position, field, item_id, task_id, error, error_sentence)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict on constraint follow_up_pkey
       do update set task_id = excluded.task_id, error = excluded.error,
                     error_sentence = excluded.error_sentence, created_at = now()`,
    [
      tenantId,
      inspectionId,
      itemPosition,
      field,
      itemId,
      taskId,
      error && inEnglish(error),
      error && JSON.stringify(error),
    ],
  );
};

const LIST_FOLLOW_UPS = statement('list-follow-ups')`
  select follow_up.item_id, follow_up.field, follow_up.task_id, task.external_id,
         ${storedSentence('follow_up.error')} as error
  from follow_up
  left join task on task.tenant_id = $1 and task.task_id = follow_up.task_id
  where follow_up.tenant_id = $1 and follow_up.inspection_id = $2
  order by follow_up.item_position, follow_up.field`.narrow<{ error: Sentence | null }>();

/** The follow-up tasks of an inspection, including deleted ones. */
export const listFollowUps = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run(db, LIST_FOLLOW_UPS, [tenantId, inspectionId])).map(
    ({ item_id, field, task_id, external_id, error }) => ({
      itemId: item_id,
      field,
      taskId: task_id,
      externalId: external_id,
      error,
    }),
  );

const FIND_ORIGIN = statement('find-origin')`
  select inspection_id, field from follow_up where tenant_id = $1 and task_id = $2`;

/** The failed answer that a task follows up; undefined if the task is not a follow-up. */
export const findOrigin = async (db: Database, tenantId: number, taskId: string) => {
  const [origin] = await run(db, FIND_ORIGIN, [tenantId, taskId]);
  return origin && { inspectionId: origin.inspection_id, field: origin.field };
};
