import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { encodeParameter } from '#service/http/slice-string.ts';
import type { CurrentAnswers } from './answer-queries.ts';
import type { InspectedItem, InspectionView } from './inspection-queries.ts';

/** `item` is undefined if the inspection has no items. */
type ItemResult = CurrentAnswers & {
  item: InspectedItem | undefined;
  itemPosition: number;
  failures: string[];
};

export const insertCompletion = async (
  trx: DatabaseTransaction,
  {
    tenantId,
    inspection: { inspection_id, completion, revision },
    userId,
    results,
  }: { tenantId: number; inspection: InspectionView; userId: number; results: readonly ItemResult[] },
): Promise<void> => {
  await run(
    trx,
    `insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by)
     values ($1, $2, $3, $4, $5)`,
    [tenantId, inspection_id, completion + 1, revision, userId],
  );
  const rows = results.map(({ item, itemPosition, answers, comments, failures }) => ({
    item_position: itemPosition,
    item_id: item?.item_id ?? null,
    answers,
    comments,
    failures,
  }));
  const json = await runInSlices(serialiseInSteps(rows));
  await run(
    trx,
    `insert into inspection_result (tenant_id, inspection_id, completion, item_position, item_id, answers, comments, failures)
     select tenant_id, inspection_id, $3, item_position, item_id, answers, comments, failures
     from inspection, json_to_recordset($4::json)
       as result (item_position integer, item_id uuid, answers json, comments json, failures text[])
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspection_id, completion + 1, await encodeParameter(json)],
  );
};

const FIND_COMPLETION = statement('find-completion')`
  select revision, completed_at from inspection_completion
  where tenant_id = $1 and inspection_id = $2 and completion = $3`;

export const findCompletion = (db: Database, tenantId: number, inspectionId: string, completion: number) =>
  readRow(db, FIND_COMPLETION, [tenantId, inspectionId, completion]);

const LIST_RESULTS = statement('list-results')`
  select item_position as "itemPosition", item_id as "itemId", answers, comments, failures from inspection_result
  where tenant_id = $1 and inspection_id = $2 and completion = $3 order by item_position`.narrow<CurrentAnswers>();

export const listResults = (db: Database, tenantId: number, inspectionId: string, completion: number) =>
  run(db, LIST_RESULTS, [tenantId, inspectionId, completion]);
