import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import { type InspectionFilter, STATE_SQL } from './inspection-filter.ts';
import type { StoredResult } from './result-row.ts';

/** Selects the latest results, oldest first, or only the instances of `repeat`. */
export const createResultStatement = (db: Database, filter: InspectionFilter, repeat: string | undefined) => {
  const [answers, condition] = repeat === undefined ? ALL_ANSWERS : selectInstances(repeat);
  return sql<StoredResult>`
    select inspection.inspection_id, task.external_id, coalesce(task.title, workbook_version.title) as title,
           result.item_id, item.external_id as item_external_id, item.title as item_title, team.title as team_title,
           team.time_zone, app_user.user_name, ${STATE_SQL} as state, inspection.started_at, completed.completed_at,
           inspection.approved_at, result.failures, result.comments, ${answers} as answers
    from inspection
    join workbook_version
      on workbook_version.tenant_id = inspection.tenant_id
      and workbook_version.version_id = inspection.workbook_version_id
    join team on team.tenant_id = inspection.tenant_id and team.team_id = inspection.team_id
    join app_user on app_user.tenant_id = inspection.tenant_id and app_user.user_id = inspection.user_id
    left join task on task.tenant_id = inspection.tenant_id and task.task_id = inspection.task_id
    join inspection_completion as completed
      on completed.tenant_id = inspection.tenant_id and completed.inspection_id = inspection.inspection_id
      and completed.completion = inspection.completion
    join inspection_result as result
      on result.tenant_id = inspection.tenant_id and result.inspection_id = inspection.inspection_id
      and result.completion = inspection.completion
    left join item on item.tenant_id = result.tenant_id and item.item_id = result.item_id
    where ${filter} and ${condition}
    order by inspection.started_at, inspection.inspection_id, result.item_position`.compile(db);
};

type AnswerSelection = [answers: RawBuilder<unknown>, condition: RawBuilder<unknown>];

const ALL_ANSWERS: AnswerSelection = [sql`result.answers`, sql`true`];

const selectInstances = (repeat: string): AnswerSelection => [
  sql`json_build_object(${repeat}::text, result.answers -> ${repeat}::text)`,
  sql`result.answers -> ${repeat}::text is not null`,
];
