import { limits } from '#contract/limits.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { encodeTextArray } from '#service/database/text-array.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import {
  type AnswerTotals,
  type Comments,
  countAnswers,
  IS_CONFLICTING,
  selectAnswersWithNewest,
} from './answer-queries.ts';

type AnswersToStore = {
  tenantId: number;
  inspectionId: string;
  /** Null for an inspection without items. */
  itemId: string | null;
  answers: Answers;
  /** Null removes a comment. */
  comments?: { [field: string]: Comments[string] | null };
  /** If null, the answers conflict with no others. */
  baseRevision: number | null;
  userId: number;
  device?: string | undefined;
  /** When the answer was given, if earlier than now. */
  givenAt?: Date | undefined;
};

export type StoreAnswersResult = {
  revision: number;
  totals: AnswerTotals;
  /** Negative if the totals shrank. */
  growth: AnswerTotals;
  /** All answers and comments ever stored. */
  history: AnswerTotals;
  historyGrowth: number;
};

const formatSizeColumns = (value: string) => ({
  count: `(${value} is not null)::integer`,
  bytes: `coalesce(octet_length(input.field) + octet_length(${value}::text), 0)`,
});
const [storedSize, replacedSize] = [
  formatSizeColumns('input.text::jsonb'),
  formatSizeColumns('newest.value'),
];

/**
 * An answer equal to the newest one is not stored again, so that devices can retry requests, unless its author had seen
 * both sides of a conflict: then it resolves the conflict. Earlier answers become settled, except for the latest unseen
 * ones, which conflict with the new answer. A settled answer never conflicts again.
 */
const STORE_ANSWERS = statement('store-answers')`
  with input as (
    select * from unnest($5::text[], $6::text[], $7::boolean[]) with ordinality as input (field, text, is_comment, position)
  ), answered as (${selectAnswersWithNewest('and item_id is not distinct from $3::uuid and field = any($5::text[])')}),
  newest as (
    select is_comment, field, newest_value as value, newest_revision as revision, bool_or(${IS_CONFLICTING}) as is_conflicting
    from answered
    group by is_comment, field, newest_value, newest_revision
  ), changed as (
    select input.field, input.text::jsonb as value, coalesce(octet_length(input.text), 0) as value_bytes, input.is_comment,
           input.position, ${storedSize.count} - ${replacedSize.count} as added, ${storedSize.bytes} - ${replacedSize.bytes} as added_bytes
    from input
    left join newest on newest.is_comment = input.is_comment and newest.field = input.field
    where newest.value is distinct from input.text::jsonb
      or newest.is_conflicting and ($4::integer is null or $4 >= newest.revision)
  ), settled as (
    update answer set is_settled = true
    from (
      select revision, is_unseen, row_number() over (partition by is_comment, field, is_unseen order by revision desc) as rank
      from (
        select answered.is_comment, answered.field, answered.revision, coalesce(
                 (is_unseen or answered.revision = newest_revision) and answered.revision > $4::integer
                 and (device = $9 and answered_by = $8) is not true and answered.revision > (
                   select started_revision from inspection where tenant_id = $1 and inspection_id = $2
                 ), false) as is_unseen
        from answered
        join changed on changed.is_comment = answered.is_comment and changed.field = answered.field
      ) as earlier
    ) as earlier
    where answer.tenant_id = $1 and answer.inspection_id = $2 and answer.revision = earlier.revision
      and not (is_unseen and rank <= ${limits.conflicts})
  ), growth as (
    select count(*)::integer as revisions, coalesce(sum(added), 0)::integer as count,
           coalesce(sum(added_bytes), 0)::integer as bytes, coalesce(sum(value_bytes), 0) as history_bytes
    from changed
  ), inspection_update as (
    update inspection
    set revision = revision + growth.revisions, modified_at = now(), history_bytes = inspection.history_bytes + growth.history_bytes,
        answer_count = case when counted_revision = revision then answer_count + growth.count end,
        answer_bytes = case when counted_revision = revision then answer_bytes + growth.bytes end,
        counted_revision = case when counted_revision = revision then counted_revision + growth.revisions end
    from growth
    where tenant_id = $1 and inspection_id = $2
    returning revision, answer_count, answer_bytes, inspection.history_bytes, growth.count as added, growth.bytes as added_bytes,
              growth.revisions
  )
  select revision, answer_count, answer_bytes, history_bytes, added, added_bytes, revisions,
         array(select position::integer from changed order by position) as positions
  from inspection_update`.narrow<{
  positions: number[];
  revision: number;
  history_bytes: number;
  added: number;
  added_bytes: number;
  revisions: number;
}>();

const INSERT_ANSWERS = `
  insert into answer (tenant_id, inspection_id, revision, item_id, field, value, value_bytes, is_comment, base_revision,
                      answered_by, device, given_at)
  select tenant_id, inspection_id, revision - cardinality($5::text[]) + ordinal, $3, field, text::jsonb,
         coalesce(octet_length(text), 0), is_comment, $4, $8, $9, $10
  from inspection,
       unnest($5::text[], $6::text[], $7::boolean[]) with ordinality as changed (field, text, is_comment, ordinal)
  where tenant_id = $1 and inspection_id = $2`;

/** For inspections with answers from before totals were stored. */
const STORE_TOTALS = `
  update inspection set answer_count = $3, answer_bytes = $4, counted_revision = revision
  where tenant_id = $1 and inspection_id = $2`;

/** Stores each answer or comment as a new revision. The caller must have locked the inspection. */
export const storeAnswers = async (
  trx: DatabaseTransaction,
  update: AnswersToStore,
): Promise<StoreAnswersResult> => {
  const comments = Object.entries(update.comments ?? {});
  const entries = [...Object.entries(update.answers), ...comments];
  const values = await runInSlices(serialiseValues(entries.map(([, value]) => value)));
  const answers = entries.map(([field], index) => ({
    field,
    value: values[index]!,
    isComment: index >= entries.length - comments.length,
  }));
  const row = await readRow(trx, STORE_ANSWERS, [
    ...buildParameters(update, answers),
    update.userId,
    update.device ?? null,
  ]);
  const changedAnswers = row.positions.map((position) => answers[position - 1]!);
  if (changedAnswers.length > 0) {
    await run(trx, INSERT_ANSWERS, [
      ...buildParameters(update, changedAnswers),
      update.userId,
      update.device ?? null,
      update.givenAt ?? null,
    ]);
  }
  const { revision, answer_count: count, answer_bytes: bytes } = row;
  return {
    revision,
    totals: count === null || bytes === null ? await recountAnswers(trx, update) : { count, bytes },
    growth: { count: row.added, bytes: row.added_bytes },
    history: { count: revision, bytes: row.history_bytes },
    historyGrowth: row.revisions,
  };
};

type SerialisedAnswer = { field: string; value: string | null; isComment: boolean };

const buildParameters = (update: AnswersToStore, answers: readonly SerialisedAnswer[]): unknown[] => [
  update.tenantId,
  update.inspectionId,
  update.itemId,
  update.baseRevision,
  encodeTextArray(answers.map(({ field }) => field)),
  encodeTextArray(answers.map(({ value }) => value)),
  answers.map(({ isComment }) => isComment),
];

function* serialiseValues(values: readonly unknown[]): Work<(string | null)[]> {
  const strings: (string | null)[] = [];
  for (const value of values) strings.push(value === null ? null : yield* serialiseInSteps(value));
  return strings;
}

const recountAnswers = async (trx: DatabaseTransaction, { tenantId, inspectionId }: AnswersToStore) => {
  const totals = await countAnswers(trx, tenantId, inspectionId);
  await run(trx, STORE_TOTALS, [tenantId, inspectionId, totals.count, totals.bytes]);
  return totals;
};
