import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { CHANGE_KIND } from './record-change.ts';

/** Feed entries of tasks and inspections contain the titles of their team and workbook version. */
export const recordWorkChange = async (
  trx: DatabaseTransaction,
  tenantId: number,
  target: { column: 'team_id' | 'workbook_version_id'; id: string },
): Promise<void> => {
  const values = [tenantId, target.id];
  await run(
    trx,
    `insert into feed_pending (tenant_id, seq, kind, entity_id)
     select tenant_id, next_pending_seq(), ${CHANGE_KIND.task}, task_id from task
     where tenant_id = $1 and ${target.column} = $2 and not is_deleted`,
    values,
  );
  await run(
    trx,
    `insert into feed_pending (tenant_id, seq, kind, entity_id)
     select tenant_id, next_pending_seq(), ${CHANGE_KIND.inspection}, inspection_id from inspection
     where tenant_id = $1 and ${target.column} = $2 and task_id is null and not is_deleted`,
    values,
  );
};
