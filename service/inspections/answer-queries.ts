import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, readRow, run, statement } from '#service/database/statement.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

export type Comments = Record<string, { text?: string; pictures?: string[] }>;

export type CurrentAnswers = { answers: Answers; comments: Comments };

/**
 * A null value means that the answer or comment was removed. Settled answers are skipped: they are neither the newest
 * nor in conflict, and reading 250,000 of them made a request take 6 s.
 */
const selectNewest = (condition = '') => `
  select distinct on (item_id, is_comment, field) item_id, field, value, is_comment, revision from answer
  where tenant_id = $1 and inspection_id = $2 and not is_settled ${condition}
  order by item_id, is_comment, field, revision desc`;

/** Longer answers get their own rows, so that the row for an item with 2,000 fields is at most 2 MB. */
const LONG_ANSWER_BYTES = 1024;

/**
 * Returns one row for an item's answers, one for its comments, and one for each long answer. With one row per answer,
 * the database driver would take three times as long. It parses up to 2 MB of rows without yielding.
 */
const LIST_ALL_ANSWERS = statement('list-all-answers')`
  select item_id, is_comment, json_object_agg(field, value order by revision)::text as values
  from (
    select *, case when octet_length(value::text) > ${LONG_ANSWER_BYTES} then revision end as own_row
    from (${selectNewest()}) as newest
    where value is not null
  ) as answered
  group by item_id, is_comment, own_row order by min(revision)`.narrow<{ values: string }>();
const LIST_ANSWERS = statement('list-answers')`
  select field, value
  from (${selectNewest('and item_id is not distinct from $3::uuid and not is_comment')}) as newest
  where value is not null order by revision`.narrow<{ value: Answer }>();
const COUNT_ANSWERS = statement('count-answers')`
  select count(*)::integer as count,
         coalesce(sum(octet_length(field) + octet_length(value::text)), 0)::integer as bytes
  from (${selectNewest()}) as newest where value is not null`.narrow<AnswerTotals>();

/** `itemId` is null if the inspection has no items. */
export const readAnswers = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
): Promise<Answers> => {
  const rows = await run(db, LIST_ANSWERS, [tenantId, inspectionId, itemId]);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
};

/** The number of answers and comments, and the total size of their field names and JSON values. */
export type AnswerTotals = { count: number; bytes: number };

/** The totals are stored: counting 60,000 answers takes 100 ms. */
export const countAnswers = (db: Database, tenantId: number, inspectionId: string): Promise<AnswerTotals> =>
  readRow(db, COUNT_ANSWERS, [tenantId, inspectionId]);

/** Keyed by item ID, or null if the inspection has no items. */
export const readCurrentAnswers = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Map<string | null, CurrentAnswers>> => {
  const answersByItem = new Map<string | null, CurrentAnswers>();
  const pause = createPauses();
  for (const { item_id, is_comment, values } of await run(db, LIST_ALL_ANSWERS, [tenantId, inspectionId])) {
    await pause();
    const current = answersByItem.get(item_id) ?? { answers: {}, comments: {} };
    answersByItem.set(item_id, current);
    Object.assign(is_comment ? current.comments : current.answers, JSON.parse(values));
  }
  return answersByItem;
};

type ConflictRow = RowOf<typeof LIST_CONFLICTS>;

/**
 * Selects every unsettled answer along with the newest answer to its field. An answer is unseen if none of the authors
 * of later answers had seen it. An author has seen all answers up to the base revision (or all answers if there is
 * none), plus those from the same device, which may have answered twice before it synced. Prefilled answers are never
 * unseen, because no user entered them.
 */
export const selectAnswersWithNewest = (condition = '') => `
  select item_id, is_comment, field, value, value_bytes, revision, answered_by, device,
         first_value(value) over newest_first as newest_value,
         first_value(revision) over newest_first as newest_revision,
         revision < first_value(revision) over newest_first
         and revision > coalesce(max(coalesce(base_revision, revision)) over (
           newest_first rows between unbounded preceding and 1 preceding), 0)
         and (device is null or lag(revision) over of_device is null)
         and revision > (
           select started_revision from inspection where tenant_id = $1 and inspection_id = $2
         ) as is_unseen
  from answer
  where tenant_id = $1 and inspection_id = $2 and not is_settled ${condition}
  window newest_first as (partition by item_id, is_comment, field order by revision desc),
         of_device as (partition by item_id, is_comment, field, answered_by, device order by revision desc)`;

/** For rows of selectAnswersWithNewest. Values are compared last: comparing 4 MB takes 6 ms. */
export const IS_CONFLICTING = '(is_unseen and value is distinct from newest_value)';

/**
 * Caps the number of conflicts per field and their total size. A client that always sends the same base revision adds a
 * conflict of up to 4 MB with every answer, and reading 140 such values used 560 MB of memory.
 */
const selectConflicts = (condition = '') => `
  select other.item_id, other.field, other.is_comment, other.newest_revision as revision, other.value as other_value,
         other.revision as other_revision, app_user.user_name as other_user_name,
         coalesce(device.name, other.device) as other_device
  from (
    select *, sum(coalesce(value_bytes, octet_length(value::text))) over (
      order by newest_revision, revision rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select *, row_number() over (partition by item_id, is_comment, field order by revision desc) as rank
      from (${selectAnswersWithNewest(condition)}) as answered
      where is_unseen
    ) as unseen
    where rank <= ${limits.conflicts}
  ) as other
  join app_user on app_user.tenant_id = $1 and app_user.user_id = other.answered_by
  left join device on device.tenant_id = $1 and device.user_id = other.answered_by
                      and device.device_id::text = other.device
  where case when bytes_before >= ${limits.conflictBytes} then false else value is distinct from newest_value end
  order by other.newest_revision, other.revision limit ${limits.conflictsPerInspection}`;

type ConflictColumns = { revision: number; other_value: Answer };

const LIST_CONFLICTS = statement('list-conflicts')`${selectConflicts()}`.narrow<ConflictColumns>();
const LIST_ITEM_CONFLICTS = statement('list-conflicts-of-item')`
  ${selectConflicts('and item_id is not distinct from $3::uuid')}`.narrow<ConflictColumns>();

/** Answers conflict if their authors had not seen each other's answers. */
export const readConflicts = async (db: Database, tenantId: number, inspectionId: string) =>
  (await run(db, LIST_CONFLICTS, [tenantId, inspectionId])).map(toConflict);

export const readItemConflicts = async (
  db: Database,
  tenantId: number,
  { inspectionId, itemId }: { inspectionId: string; itemId: string | null },
) => (await run(db, LIST_ITEM_CONFLICTS, [tenantId, inspectionId, itemId])).map(toConflict);

const toConflict = (conflict: ConflictRow) => ({
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
