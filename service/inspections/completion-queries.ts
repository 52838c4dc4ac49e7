import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { Remarks } from './answer-queries.ts';
import type { InspectedItem, InspectionView } from './inspection-queries.ts';

/** What an inspection said of one item when it was complete. */
export type Result = {
  item: InspectedItem | undefined;
  place: number;
  answers: Answers;
  remarks: Remarks;
  failures: string[];
};

/** Keeps what an inspection says now under the number after its latest completion. */
export const insertCompletion = async (
  trx: DatabaseTransaction,
  {
    tenantId,
    inspection: { inspection_id, completion, revision },
    userId,
    results,
  }: { tenantId: number; inspection: InspectionView; userId: number; results: readonly Result[] },
): Promise<void> => {
  await run(
    trx,
    `insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by)
     values ($1, $2, $3, $4, $5)`,
    [tenantId, inspection_id, completion + 1, revision, userId],
  );
  const rows = results.map(({ item, place, answers, remarks, failures }) => ({
    place,
    item_id: item?.item_id ?? null,
    answers,
    remarks,
    failures,
  }));
  await run(
    trx,
    `insert into inspection_result (tenant_id, inspection_id, completion, place, item_id, answers, remarks, failures)
     select $1, $2, $3, place, item_id, answers, remarks, failures
     from json_to_recordset($4::json)
       as result (place integer, item_id uuid, answers json, remarks json, failures text[])`,
    [tenantId, inspection_id, completion + 1, JSON.stringify(rows)],
  );
};

/** When an inspection was completed, and at which revision. */
export const findCompletion = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
  completion: number,
) => {
  const [found] = await run<{ revision: number; completed_at: Date }>(
    db,
    `select revision, completed_at from inspection_completion
     where tenant_id = $1 and inspection_id = $2 and completion = $3`,
    [tenantId, inspectionId, completion],
  );
  return found!;
};

type ResultRow = {
  place: number;
  item_id: string | null;
  answers: Answers;
  remarks: Remarks;
  failures: string[];
};

/** What a completion said, in the order of the items. */
export const listResults = (
  db: Database,
  tenantId: number,
  inspectionId: string,
  completion: number,
): Promise<ResultRow[]> =>
  run<ResultRow>(
    db,
    `select place, item_id, answers, remarks, failures from inspection_result
     where tenant_id = $1 and inspection_id = $2 and completion = $3 order by place`,
    [tenantId, inspectionId, completion],
  );
