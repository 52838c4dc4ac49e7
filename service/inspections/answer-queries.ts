import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

export type Remarks = Record<string, { text?: string; pictures?: string[] }>;

/** What was said about one item, or about an inspection without items. */
export type Said = { answers: Answers; remarks: Remarks };

type SaidRow = { item_id: string | null; field: string; value: Answer; is_remark: boolean };

/** The newest answer and remark of every field; one that was taken back is left out. */
const listSaid = (condition = '') => `
  select item_id, field, value, is_remark from (
    select distinct on (item_id, is_remark, field) item_id, field, value, is_remark, revision from answer
    where tenant_id = $1 and inspection_id = $2 ${condition}
    order by item_id, is_remark, field, revision desc
  ) as newest
  where value is not null order by revision`;

const LIST_SAID = listSaid();
const LIST_ANSWERS = listSaid('and item_id is not distinct from $3::uuid and not is_remark');

/** The answers that stand now about one item, or about an inspection without items. */
export const readAnswers = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
): Promise<Answers> => {
  const rows = await run<SaidRow>(db, LIST_ANSWERS, [tenantId, inspectionId, itemId]);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
};

/** What stands now, by item; of an inspection without items under null. */
export const readSaid = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Map<string | null, Said>> => {
  const byItem = new Map<string | null, Said>();
  for (const { item_id, field, value, is_remark } of await run<SaidRow>(db, LIST_SAID, [
    tenantId,
    inspectionId,
  ])) {
    const said = byItem.get(item_id) ?? { answers: {}, remarks: {} };
    byItem.set(item_id, said);
    if (is_remark) said.remarks[field] = value as Remarks[string];
    else said.answers[field] = value;
  }
  return byItem;
};

type ConflictRow = {
  item_id: string | null;
  field: string;
  is_remark: boolean;
  revision: number;
  other_value: Answer;
  other_revision: number;
  other_user_name: string;
  other_device: string | null;
};

/**
 * Every answer with the newest to its field, and whether it is contested: it says something else, and no later one was
 * given in its knowledge. An answer knows those up to its base revision, or all where it has none; and a device knows its
 * own, for it may have answered twice before it was told of others. What was known when the inspection began contests
 * nothing, for nobody said it. One pass over all of them, for an inspection of a thousand items may have a hundred
 * thousand.
 */
export const contestedAnswers = (condition = '') => `
  select item_id, is_remark, field, value, revision, answered_by, device,
         first_value(value) over newest_first as newest_value,
         first_value(revision) over newest_first as newest_revision,
         value is distinct from first_value(value) over newest_first
         and revision > coalesce(max(coalesce(base_revision, revision)) over (
           newest_first rows between unbounded preceding and 1 preceding), 0)
         and (device is null or lag(revision) over of_device is null)
         and revision > (
           select started_revision from inspection where tenant_id = $1 and inspection_id = $2
         ) as is_contested
  from answer
  where tenant_id = $1 and inspection_id = $2 ${condition}
  window newest_first as (partition by item_id, is_remark, field order by revision desc),
         of_device as (partition by item_id, is_remark, field, answered_by, device order by revision desc)`;

/** Of a field the latest, for a client that always names the same base revision makes more with every answer. */
const listConflicts = (condition = '') => `
  select other.item_id, other.field, other.is_remark, other.newest_revision as revision, other.value as other_value,
         other.revision as other_revision, app_user.user_name as other_user_name,
         coalesce(device.name, other.device) as other_device
  from (
    select *, row_number() over (partition by item_id, is_remark, field order by revision desc) as place
    from (${contestedAnswers(condition)}) as said
    where is_contested
  ) as other
  join app_user on app_user.tenant_id = $1 and app_user.user_id = other.answered_by
  left join device on device.tenant_id = $1 and device.user_id = other.answered_by
                      and device.device_id::text = other.device
  where place <= ${limits.conflicts}
  order by other.newest_revision, other.revision`;

const LIST_CONFLICTS = listConflicts();
const LIST_CONFLICTS_OF_ITEM = listConflicts('and item_id is not distinct from $3::uuid');

/** Answers that were given in ignorance of each other: kept and shown, never overwritten in silence. */
export const readConflicts = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run<ConflictRow>(db, LIST_CONFLICTS, [tenantId, inspectionId])).map(presentConflict);

/** Those about one item; or, for null, about an inspection without items. */
export const readConflictsOfItem = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
) =>
  (await run<ConflictRow>(db, LIST_CONFLICTS_OF_ITEM, [tenantId, inspectionId, itemId])).map(presentConflict);

const presentConflict = (conflict: ConflictRow) => ({
  itemId: conflict.item_id,
  field: conflict.field,
  isRemark: conflict.is_remark,
  revision: conflict.revision,
  other: {
    value: conflict.other_value,
    revision: conflict.other_revision,
    userName: conflict.other_user_name,
    device: conflict.other_device,
  },
});
