import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { fillPlan } from './fill-plan.ts';

const PEOPLE_COUNT = 200;
/** Few enough tasks to update within the statement timeout. */
const BATCH_SIZE = 10_000;

/**
 * Fills a tenant like `fillPlan`, but with all tasks open, planned in the current month, and spread evenly over 200
 * people.
 */
export const fillBoard = async (db: Database, tenantId: number, tasks: number): Promise<void> => {
  await fillPlan(db, tenantId, tasks);
  for (let batch = 0; batch * BATCH_SIZE < tasks; batch++) {
    await run(
      db,
      `update task set state = 1, assigned_user_id = person.user_id, inspection_id = null, actual_start = null, actual_end = null,
         planned_start = date_trunc('month', now()) + make_interval(days => numbered.place % 28, hours => 8 + numbered.place / 28 % 8)
       from (select task_id, (row_number() over (order by task_id) - 1)::integer as place
             from task where tenant_id = $1) as numbered
       join (select user_id, row_number() over (order by user_id) - 1 as place from app_user
             where tenant_id = $1 and user_name like 'person%') as person on person.place = numbered.place / 25 % ${PEOPLE_COUNT}
       where task.tenant_id = $1 and task.task_id = numbered.task_id and numbered.place / ${BATCH_SIZE} = $2`,
      [tenantId, batch],
    );
  }
};
