import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { fillTasks } from './fill-tasks.ts';

/** Few enough inspections to create within the statement timeout. */
const BATCH_SIZE = 10_000;

/**
 * Fills a tenant like `fillTasks` and adds inspections. Those of closed tasks are completed with these answers: one in
 * ten has failed answers and, except for the last thousand, half are approved.
 */
export const fillInspections = async (
  db: Database,
  tenantId: number,
  { count, answers = {} }: { count: number; answers?: object },
): Promise<void> => {
  await fillTasks(db, tenantId, count);
  const runInBatches = async (statement: string, values: readonly unknown[] = []) => {
    // Without statistics, PostgreSQL would scan all inspections for every task.
    await run(db, 'analyze task, inspection', []);
    for (let firstNumber = 1; firstNumber <= count; firstNumber += BATCH_SIZE) {
      await run(db, statement, [tenantId, firstNumber, firstNumber + BATCH_SIZE - 1, ...values]);
    }
  };
  await runInBatches(INSERT_INSPECTIONS);
  await runInBatches(INSERT_COMPLETIONS);
  await runInBatches(INSERT_RESULTS, [JSON.stringify(answers)]);
};

const TASK_NUMBER = `substr(task.external_id, 3)::integer`;
const BATCH_CONDITION = `task.tenant_id = $1 and task.external_id like 'T-%' and ${TASK_NUMBER} between $2 and $3`;

const INSERT_INSPECTIONS = `
  insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, prefill,
                          started_at, ended_at, sent_at, modified_at, completion, failed_count, approved_at, approved_by)
  select $1, inspection_id, task_id, workbook_version_id, team_id, assigned_user_id, case when state = 3 then 3 else 2 end,
         '{}', actual_start, actual_end, actual_end, coalesce(actual_end, actual_start),
         case when state = 3 then 1 else 0 end, case when state = 3 and number % 10 = 0 then 2 else 0 end,
         case when is_approved then actual_end end, case when is_approved then assigned_user_id end
  from (
    select task.*, ${TASK_NUMBER} as number,
           state = 3 and ${TASK_NUMBER} % 2 = 0
             and ${TASK_NUMBER} < (select count(*) from task where tenant_id = $1) - 1000 as is_approved
    from task where ${BATCH_CONDITION} and inspection_id is not null
  ) as task`;

const COMPLETED_INSPECTIONS = `
  from task join inspection on inspection.tenant_id = $1 and inspection.inspection_id = task.inspection_id
  where ${BATCH_CONDITION} and inspection.completion = 1`;

const INSERT_COMPLETIONS = `
  insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by, completed_at)
  select $1, inspection.inspection_id, 1, 60, inspection.user_id, inspection.ended_at ${COMPLETED_INSPECTIONS}`;

const INSERT_RESULTS = `
  insert into inspection_result (tenant_id, inspection_id, completion, item_position, answers, comments, failures)
  select $1, inspection.inspection_id, 1, 0, ($4::jsonb || jsonb_build_object('Number', ${TASK_NUMBER}))::json, '{}',
         case when inspection.failed_count > 0 then '{Height,Width}'::text[] else '{}' end ${COMPLETED_INSPECTIONS}`;
