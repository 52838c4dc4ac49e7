import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { recordChangeFrom } from './record-change.ts';

/** Feed entries of tasks and inspections contain the titles of their team and workbook version. */
export const recordWorkChange = async (
  trx: DatabaseTransaction,
  tenantId: number,
  target: { column: 'team_id' | 'workbook_version_id'; id: string },
): Promise<void> => {
  const values = [tenantId, target.id];
  await run(
    trx,
    `with affected as (
       select tenant_id, task_id as entity_id from task
       where tenant_id = $1 and ${target.column} = $2 and not is_deleted
     ) ${recordChangeFrom('task', 'affected')}`,
    values,
  );
  await run(
    trx,
    `with affected as (
       select tenant_id, inspection_id as entity_id from inspection
       where tenant_id = $1 and ${target.column} = $2 and task_id is null and not is_deleted
     ) ${recordChangeFrom('inspection', 'affected')}`,
    values,
  );
};
