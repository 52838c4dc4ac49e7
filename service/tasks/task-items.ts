import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

type ItemList = { taskId: string; itemIds: readonly string[] };

const INPUT = `json_to_recordset($2::json) as input ("taskId" uuid, "itemIds" uuid[])`;

/** Each item of a task has the position of its first mention. */
const INSERT_ITEMS = `
  insert into task_item (tenant_id, task_id, item_id, position)
  select task.tenant_id, task.task_id, item_id, min(position)
  from ${INPUT}
  join task on task.tenant_id = $1 and task.task_id = any($3::uuid[]) and task.task_id = input."taskId"
  cross join unnest("itemIds") with ordinality as named (item_id, position)
  group by task.tenant_id, task.task_id, item_id
  on conflict on constraint task_item_pkey do update set position = excluded.position`;

const DELETE_OTHER_ITEMS = `
  delete from task_item using ${INPUT}
  where task_item.tenant_id = $1 and task_item.task_id = any($3::uuid[]) and task_item.task_id = input."taskId"
    and task_item.item_id <> all (input."itemIds")`;

/** The IDs keep a plan made before there were statistics from reading all tasks of the tenant. */
const buildParameters = (tenantId: number, lists: readonly ItemList[]) => [
  tenantId,
  JSON.stringify(lists),
  lists.map(({ taskId }) => taskId),
];

export const insertItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  lists: readonly ItemList[],
): Promise<void> => {
  const nonEmptyLists = lists.filter(({ itemIds }) => itemIds.length > 0);
  if (nonEmptyLists.length > 0) await run(trx, INSERT_ITEMS, buildParameters(tenantId, nonEmptyLists));
};

export const replaceItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  lists: readonly ItemList[],
): Promise<void> => {
  if (lists.length === 0) return;
  await run(trx, DELETE_OTHER_ITEMS, buildParameters(tenantId, lists));
  await insertItems(trx, tenantId, lists);
};
