import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

export type Comments = Record<string, { text?: string; pictures?: string[] }>;

/** The answers and comments about one item, or about an inspection without items. */
export type CurrentAnswers = { answers: Answers; comments: Comments };

/** SQL that selects the newest answer and comment of every field, except removed ones. */
const listNewest = (condition = '') => `
  select item_id, field, value, is_comment from (
    select distinct on (item_id, is_comment, field) item_id, field, value, is_comment, revision from answer
    where tenant_id = $1 and inspection_id = $2 ${condition}
    order by item_id, is_comment, field, revision desc
  ) as newest
  where value is not null order by revision`;

const LIST_ALL_ANSWERS = statement('list-all-answers')`${listNewest()}`.narrow<{ value: Answer }>();
const LIST_ANSWERS = statement('list-answers')`
  ${listNewest('and item_id is not distinct from $3::uuid and not is_comment')}`.narrow<{ value: Answer }>();
const SIZE_OF_ANSWERS = statement('size-of-answers')`
  select coalesce(sum(octet_length(value::text)), 0)::integer as bytes from (${listNewest()}) as stored`;

/** The current answers about one item, or about an inspection without items. */
export const readAnswers = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
): Promise<Answers> => {
  const rows = await run(db, LIST_ANSWERS, [tenantId, inspectionId, itemId]);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
};

/** The size of the current answers and comments of an inspection as JSON, in bytes. */
export const sizeOfAnswers = async (
  db: Database,
  { tenantId, inspectionId }: { tenantId: number; inspectionId: string },
): Promise<number> => {
  const [row] = await run(db, SIZE_OF_ANSWERS, [tenantId, inspectionId]);
  return row!.bytes;
};

/** The current answers and comments by item ID. The key is null for an inspection without items. */
export const readCurrentAnswers = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Map<string | null, CurrentAnswers>> => {
  const byItem = new Map<string | null, CurrentAnswers>();
  for (const { item_id, field, value, is_comment } of await run(db, LIST_ALL_ANSWERS, [
    tenantId,
    inspectionId,
  ])) {
    const current = byItem.get(item_id) ?? { answers: {}, comments: {} };
    byItem.set(item_id, current);
    if (is_comment) current.comments[field] = value as Comments[string];
    else current.answers[field] = value;
  }
  return byItem;
};

type ConflictRow = RowOf<typeof LIST_CONFLICTS>;

/**
 * SQL that selects every answer with the newest answer to its field, and whether the two conflict: their values differ,
 * and the author of no later answer had seen this one. An author has seen all answers up to the base revision, or all
 * answers if there is none, and those of the same device, which may have answered twice before it synced. Prefilled answers
 * never conflict, because no user entered them. The query reads all answers once: an inspection with a thousand items can
 * have a hundred thousand.
 */
export const conflictingAnswers = (condition = '') => `
  select item_id, is_comment, field, value, revision, answered_by, device,
         first_value(value) over newest_first as newest_value,
         first_value(revision) over newest_first as newest_revision,
         value is distinct from first_value(value) over newest_first
         and revision > coalesce(max(coalesce(base_revision, revision)) over (
           newest_first rows between unbounded preceding and 1 preceding), 0)
         and (device is null or lag(revision) over of_device is null)
         and revision > (
           select started_revision from inspection where tenant_id = $1 and inspection_id = $2
         ) as is_conflicting
  from answer
  where tenant_id = $1 and inspection_id = $2 ${condition}
  window newest_first as (partition by item_id, is_comment, field order by revision desc),
         of_device as (partition by item_id, is_comment, field, answered_by, device order by revision desc)`;

/** Limits the conflicts of each field, because a client that always sends the same base revision adds one per answer. */
const listConflicts = (condition = '') => `
  select other.item_id, other.field, other.is_comment, other.newest_revision as revision, other.value as other_value,
         other.revision as other_revision, app_user.user_name as other_user_name,
         coalesce(device.name, other.device) as other_device
  from (
    select *, row_number() over (partition by item_id, is_comment, field order by revision desc) as rank
    from (${conflictingAnswers(condition)}) as answered
    where is_conflicting
  ) as other
  join app_user on app_user.tenant_id = $1 and app_user.user_id = other.answered_by
  left join device on device.tenant_id = $1 and device.user_id = other.answered_by
                      and device.device_id::text = other.device
  where rank <= ${limits.conflicts}
  order by other.newest_revision, other.revision`;

type ConflictColumns = { revision: number; other_value: Answer };

const LIST_CONFLICTS = statement('list-conflicts')`${listConflicts()}`.narrow<ConflictColumns>();
const LIST_CONFLICTS_OF_ITEM = statement('list-conflicts-of-item')`
  ${listConflicts('and item_id is not distinct from $3::uuid')}`.narrow<ConflictColumns>();

/** Answers whose authors had not seen each other's answer. They are shown and never overwritten silently. */
export const readConflicts = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run(db, LIST_CONFLICTS, [tenantId, inspectionId])).map(presentConflict);

/** The conflicts about one item; with null those of an inspection without items. */
export const readConflictsOfItem = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
) => (await run(db, LIST_CONFLICTS_OF_ITEM, [tenantId, inspectionId, itemId])).map(presentConflict);

const presentConflict = (conflict: ConflictRow) => ({
  itemId: conflict.item_id,
  field: conflict.field,
  isComment: conflict.is_comment,
  revision: conflict.revision,
  other: {
    value: conflict.other_value,
    revision: conflict.other_revision,
    userName: conflict.other_user_name,
    device: conflict.other_device,
  },
});
