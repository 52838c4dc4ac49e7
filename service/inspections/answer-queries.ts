import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

export type Remarks = Record<string, { text?: string; pictures?: string[] }>;

/** What was said about one item, or about an inspection without items. */
export type Said = { answers: Answers; remarks: Remarks };

type SaidRow = { item_id: string | null; field: string; value: Answer; is_remark: boolean };

/** The newest answer and remark of every field; one that was taken back is left out. */
const LIST_SAID = `
  select item_id, field, value, is_remark from (
    select distinct on (item_id, is_remark, field) item_id, field, value, is_remark, revision from answer
    where tenant_id = $1 and inspection_id = $2
    order by item_id, is_remark, field, revision desc
  ) as newest
  where value is not null order by revision`;

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

/** Where the newest answer was given without knowing the one before it, and says something else. */
const LIST_CONFLICTS = `
  select newest.item_id, newest.field, newest.is_remark, newest.revision, other.value as other_value,
         other.revision as other_revision, app_user.user_name as other_user_name, other.device as other_device
  from (
    select distinct on (item_id, is_remark, field) item_id, is_remark, field, value, revision, base_revision
    from answer
    where tenant_id = $1 and inspection_id = $2
    order by item_id, is_remark, field, revision desc
  ) as newest
  cross join lateral (
    select value, revision, answered_by, device from answer
    where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from newest.item_id
      and is_remark = newest.is_remark and field = newest.field and revision < newest.revision
    order by revision desc limit 1
  ) as other
  join app_user on app_user.tenant_id = $1 and app_user.user_id = other.answered_by
  where newest.base_revision < other.revision and newest.value is distinct from other.value
  order by newest.revision`;

/** Answers that were given in ignorance of each other: kept and shown, never overwritten in silence. */
export const readConflicts = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run<ConflictRow>(db, LIST_CONFLICTS, [tenantId, inspectionId])).map((conflict) => ({
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
  }));
