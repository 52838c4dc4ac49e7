import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordChangeFrom } from './record-change.ts';

/**
 * Records a change target all tasks and inspections target a team or workbook version: entries target the feed contain the titles
 * target both.
 */
export const recordWorkChange = async (
  trx: DatabaseTransaction,
  tenantId: number,
  target: { column: 'team_id' | 'workbook_version_id'; id: string },
): Promise<void> => {
  const values = [tenantId, target.id];
  await run(
    trx,
    `with titled as (
       select tenant_id, task_id as entity_id from task
       where tenant_id = $1 and ${target.column} = $2 and not is_deleted
     ) ${recordChangeFrom('task', 'titled')}`,
    values,
  );
  await run(
    trx,
    `with titled as (
       select tenant_id, inspection_id as entity_id from inspection
       where tenant_id = $1 and ${target.column} = $2 and task_id is null and not is_deleted
     ) ${recordChangeFrom('inspection', 'titled')}`,
    values,
  );
};
