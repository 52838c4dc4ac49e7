import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { contestedAnswers, type Remarks } from './answer-queries.ts';

export type AnswersToKeep = {
  tenantId: number;
  inspectionId: string;
  /** null: the inspection is about no items. */
  itemId: string | null;
  answers: Answers;
  /** null takes one back. */
  remarks?: { [field: string]: Remarks[string] | null };
  /** null: nothing conflicts with it. */
  baseRevision: number | null;
  userId: number;
  device?: string | undefined;
  /** When it was said, if earlier than now. */
  givenAt?: Date | undefined;
};

/**
 * What says the same again is not kept again, so that a device may repeat itself; unless it ends a conflict, which it
 * does by knowing both answers.
 */
const KEEP = `
  with given as (
    select * from unnest($5::text[], $6::text[], $7::boolean[]) with ordinality as given (field, text, is_remark, place)
  ), newest as (
    select is_remark, field, newest_value as value, newest_revision as revision, bool_or(is_contested) as is_contested
    from (${contestedAnswers('and item_id is not distinct from $3::uuid and field = any($5::text[])')}) as said
    group by is_remark, field, newest_value, newest_revision
  ), kept as (
    select given.field, given.text::jsonb as value, given.is_remark, row_number() over (order by given.place) as number
    from given
    left join newest on newest.is_remark = given.is_remark and newest.field = given.field
    where newest.value is distinct from given.text::jsonb
      or newest.is_contested and ($4::integer is null or $4 >= newest.revision)
  ), counted as (
    update inspection set revision = revision + (select count(*) from kept), modified_at = now()
    where tenant_id = $1 and inspection_id = $2
    returning revision
  ), written as (
    insert into answer (tenant_id, inspection_id, revision, item_id, field, value, is_remark, base_revision,
                        answered_by, device, given_at)
    select $1, $2, counted.revision - (select count(*) from kept) + number, $3, field, value, is_remark, $4, $8, $9, $10
    from kept, counted
  )
  select revision from counted`;

/**
 * Adds answers and remarks to what was ever said, each under a revision of its own, and returns the last. Nothing is
 * overwritten: what was said before stays readable. The caller holds the inspection's row.
 */
export const keepAnswers = async (trx: DatabaseTransaction, kept: AnswersToKeep): Promise<number> => {
  const remarks = Object.entries(kept.remarks ?? {});
  const said = [...Object.entries(kept.answers), ...remarks];
  const [inspection] = await run<{ revision: number }>(trx, KEEP, [
    kept.tenantId,
    kept.inspectionId,
    kept.itemId,
    kept.baseRevision,
    said.map(([field]) => field),
    said.map(([, value]) => (value === null ? null : JSON.stringify(value))),
    said.map((_, place) => place >= said.length - remarks.length),
    kept.userId,
    kept.device ?? null,
    kept.givenAt ?? null,
  ]);
  return inspection!.revision;
};
