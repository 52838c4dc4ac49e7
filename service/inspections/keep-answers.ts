import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answers } from '#workbook-engine/answer.ts';

export type AnswersToKeep = {
  tenantId: number;
  inspectionId: string;
  /** null: the inspection is about no items. */
  itemId: string | null;
  answers: Answers;
  baseRevision: number | null;
  userId: number;
};

/**
 * Adds answers to what was ever answered, each under a revision of its own, and returns the last. Nothing is
 * overwritten: an older answer stays readable. The caller holds the inspection's row.
 */
export const keepAnswers = async (trx: DatabaseTransaction, kept: AnswersToKeep): Promise<number> => {
  const fields = Object.keys(kept.answers);
  const [inspection] = await run<{ revision: number }>(
    trx,
    `update inspection set revision = revision + $3, modified_at = now()
     where tenant_id = $1 and inspection_id = $2 returning revision`,
    [kept.tenantId, kept.inspectionId, fields.length],
  );
  const { revision } = inspection!;
  await run(
    trx,
    `insert into answer (tenant_id, inspection_id, revision, item_id, field, value, base_revision, answered_by)
     select $1, $2, $3::integer + place, $4, field, value::jsonb, $5, $6
     from unnest($7::text[], $8::text[]) with ordinality as given (field, value, place)`,
    [
      kept.tenantId,
      kept.inspectionId,
      revision - fields.length,
      kept.itemId,
      kept.baseRevision,
      kept.userId,
      fields,
      Object.values(kept.answers).map((answer) => (answer === null ? null : JSON.stringify(answer))),
    ],
  );
  return revision;
};
