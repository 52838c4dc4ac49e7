import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { type Comments, conflictingAnswers } from './answer-queries.ts';

export type AnswersToStore = {
  tenantId: number;
  inspectionId: string;
  /** null for an inspection without items. */
  itemId: string | null;
  answers: Answers;
  /** null removes a comment. */
  comments?: { [field: string]: Comments[string] | null };
  /** null conflicts with nothing. */
  baseRevision: number | null;
  userId: number;
  device?: string | undefined;
  /** The time of the answer, if earlier than now. */
  givenAt?: Date | undefined;
};

/**
 * An answer with the same value as the newest one is not stored again, so that a device can retry requests, unless it
 * resolves a conflict because its author had seen both answers.
 */
const STORE = statement('store-answers')`
  with input as (
    select * from unnest($5::text[], $6::text[], $7::boolean[]) with ordinality as input (field, text, is_comment, position)
  ), newest as (
    select is_comment, field, newest_value as value, newest_revision as revision, bool_or(is_conflicting) as is_conflicting
    from (${conflictingAnswers('and item_id is not distinct from $3::uuid and field = any($5::text[])')}) as answered
    group by is_comment, field, newest_value, newest_revision
  ), changed as (
    select input.field, input.text::jsonb as value, input.is_comment, row_number() over (order by input.position) as number
    from input
    left join newest on newest.is_comment = input.is_comment and newest.field = input.field
    where newest.value is distinct from input.text::jsonb
      or newest.is_conflicting and ($4::integer is null or $4 >= newest.revision)
  ), inspection_update as (
    update inspection set revision = revision + (select count(*) from changed), modified_at = now()
    where tenant_id = $1 and inspection_id = $2
    returning revision
  ), inserted as (
    insert into answer (tenant_id, inspection_id, revision, item_id, field, value, is_comment, base_revision,
                        answered_by, device, given_at)
    select $1, $2, inspection_update.revision - (select count(*) from changed) + number, $3, field, value, is_comment, $4, $8, $9, $10
    from changed, inspection_update
  )
  select revision from inspection_update`.narrow<{ revision: number }>();

/**
 * Stores answers and comments, each with its own revision, and returns the last revision. Earlier answers are not
 * overwritten and can still be read. The caller has locked the row of the inspection.
 */
export const storeAnswers = async (trx: DatabaseTransaction, update: AnswersToStore): Promise<number> => {
  const comments = Object.entries(update.comments ?? {});
  const entries = [...Object.entries(update.answers), ...comments];
  const [inspection] = await run(trx, STORE, [
    update.tenantId,
    update.inspectionId,
    update.itemId,
    update.baseRevision,
    entries.map(([field]) => field),
    entries.map(([, value]) => (value === null ? null : JSON.stringify(value))),
    entries.map((_, index) => index >= entries.length - comments.length),
    update.userId,
    update.device ?? null,
    update.givenAt ?? null,
  ]);
  return inspection!.revision;
};
