import { recordChangeFrom } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** An entry of the feed shows the title of its workbook's version: with it, all work on the version changes. */
export const recordVersionChange = async (
  trx: DatabaseTransaction,
  tenantId: number,
  versionId: string,
): Promise<void> => {
  const values = [tenantId, versionId];
  await run(
    trx,
    `with titled as (
       select tenant_id, task_id as entity_id from task
       where tenant_id = $1 and workbook_version_id = $2 and not is_deleted
     ) ${recordChangeFrom('task', 'titled')}`,
    values,
  );
  await run(
    trx,
    `with titled as (
       select tenant_id, inspection_id as entity_id from inspection
       where tenant_id = $1 and workbook_version_id = $2 and task_id is null and not is_deleted
     ) ${recordChangeFrom('inspection', 'titled')}`,
    values,
  );
};
