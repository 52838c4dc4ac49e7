import type { LateCause } from '#contract/late-cause.ts';
import { DEFAULT_MINUTES } from '#contract/minutes.ts';
import { stateCode } from '#service/tasks/task.ts';

const OPEN_STATES = (['New', 'Assigned', 'Active'] as const).map(stateCode).join(', ');

export const IS_LATE = `(task.state in (${OPEN_STATES}) and coalesce(task.due_date < now(), false))`;

const formatLiteral = (cause: LateCause) => `'${cause}'`;

const buildPlannedEnd = (tenantId: string) => `
  task.planned_start + make_interval(mins => coalesce(task.planned_minutes, (
    select workbook.expected_minutes from workbook_version
    join workbook on workbook.tenant_id = ${tenantId} and workbook.workbook_id = workbook_version.workbook_id
    where workbook_version.tenant_id = ${tenantId} and workbook_version.version_id = task.workbook_version_id
  ), ${DEFAULT_MINUTES}))`;

/** An SQL expression for the `LateCause`; null if the task is not late. `tenantId` is the tenant's parameter or column. */
export const buildLateCause = (tenantId: string): string => `
  case
    when not ${IS_LATE} then null
    when task.state = ${stateCode('Active')} then
      case when exists (
        select from inspection
        where inspection.tenant_id = ${tenantId} and inspection.inspection_id = task.inspection_id and inspection.completion > 0
      ) then ${formatLiteral('returned')} else ${formatLiteral('notCompleted')} end
    when task.due_date <= task.created_at then ${formatLiteral('createdAfterDueDate')}
    when task.assigned_user_id is null then ${formatLiteral('unassigned')}
    when task.planned_start is null then ${formatLiteral('unplanned')}
    when ${buildPlannedEnd(tenantId)} > task.due_date then ${formatLiteral('plannedAfterDueDate')}
    else ${formatLiteral('notStarted')}
  end`;
