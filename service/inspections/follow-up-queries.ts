import { limits } from '#contract/limits.ts';
import { type Message, toEnglish } from '#i18n/message.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { selectMessage } from '#service/database/stored-message.ts';

const LIST_FOLLOW_UP_KEYS = statement('list-follow-up-keys')`
  select item_position, field from follow_up where tenant_id = $1 and inspection_id = $2 and task_id is not null`;

/** Keys have the format `itemPosition field`. */
export const listFollowUpKeys = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Set<string>> => {
  const rows = await run(db, LIST_FOLLOW_UP_KEYS, [tenantId, inspectionId]);
  return new Set(rows.map(({ item_position, field }) => `${item_position} ${field}`));
};

const CHECK_ITEMS = statement('check-items-of-follow-ups')`
  select exists (
    select from workbook
    join item on item.tenant_id = $1 and item.item_id = input.item_id and item.content_type_id = workbook.content_type_id
    where workbook.tenant_id = $1
      and (lower(workbook.name) = lower(input.workbook) or lower(workbook.title) = lower(input.workbook))
  ) as is_inspectable
  from unnest($2::text[], $3::uuid[]) with ordinality as input (workbook, item_id, position)
  order by position`.narrow<{ is_inspectable: boolean }>();

/** For each pair, returns whether the workbook inspects the item's content type. */
export const canInspectItems = async (
  db: Database,
  tenantId: number,
  pairs: readonly { workbook: string; itemId: string | null }[],
): Promise<boolean[]> => {
  const rows = await run(db, CHECK_ITEMS, [
    tenantId,
    pairs.map(({ workbook }) => workbook),
    pairs.map(({ itemId }) => itemId),
  ]);
  return rows.map(({ is_inspectable }) => is_inspectable);
};

export type FollowUpRow = {
  itemPosition: number;
  field: string;
  itemId: string | null;
  taskId: string | null;
  /** Why no task was created. */
  error: Message | null;
};

export const insertFollowUps = async (
  trx: DatabaseTransaction,
  { tenantId, inspectionId }: { tenantId: number; inspectionId: string },
  rows: readonly FollowUpRow[],
): Promise<void> => {
  await run(
    trx,
    `insert into follow_up (tenant_id, inspection_id, item_position, field, item_id, task_id, error, error_sentence,
                            created_at)
     select tenant_id, inspection_id, input.*, now()
     from inspection, unnest($3::integer[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::jsonb[]) as input
     where tenant_id = $1 and inspection_id = $2
     on conflict on constraint follow_up_pkey
       do update set task_id = excluded.task_id, error = excluded.error,
                     error_sentence = excluded.error_sentence, created_at = excluded.created_at`,
    [
      tenantId,
      inspectionId,
      rows.map(({ itemPosition }) => itemPosition),
      rows.map(({ field }) => field),
      rows.map(({ itemId }) => itemId),
      rows.map(({ taskId }) => taskId),
      rows.map(({ error }) => error && toEnglish(error)),
      rows.map(({ error }) => error && JSON.stringify(error)),
    ],
  );
};

/**
 * A subquery, because PostgreSQL once planned a join that read all tasks for each follow-up and hit the statement
 * timeout.
 */
const LIST_FOLLOW_UPS = statement('list-follow-ups')`
  select item_id as "itemId", field, task_id as "taskId", (
    select external_id from task where task.tenant_id = $1 and task.task_id = follow_up.task_id
  ) as "externalId", ${selectMessage('error')} as error
  from follow_up
  where tenant_id = $1 and inspection_id = $2
  order by item_position, field limit ${limits.followUpsPerInspection}`.narrow<{ error: Message | null }>();

/** Includes deleted tasks. */
export const listFollowUps = (db: Database, tenantId: number, inspectionId: string) =>
  run(db, LIST_FOLLOW_UPS, [tenantId, inspectionId]);

const FIND_ORIGIN = statement('find-origin')`
  select inspection_id as "inspectionId", field from follow_up where tenant_id = $1 and task_id = $2`;

/** Finds the failed answer that a task follows up. */
export const findFollowUpOrigin = (db: Database, tenantId: number, taskId: string) =>
  findRow(db, FIND_ORIGIN, [tenantId, taskId]);
