import type { LateCause } from '#contract/late-cause.ts';
import { USUAL_MINUTES } from '#contract/minutes.ts';
import { stateCode } from '#service/tasks/task.ts';

/** The states of a task of which something is still to be done. */
const OPEN_STATES = (['New', 'Assigned', 'Active'] as const).map(stateCode).join(', ');

/** Whether a task is late now, by the clock of the database. */
export const IS_LATE = `(task.state in (${OPEN_STATES}) and coalesce(task.due_date < now(), false))`;

const because = (cause: LateCause) => `'${cause}'`;

const PLANNED_END = `
  task.planned_start + make_interval(mins => coalesce(task.planned_minutes, (
    select workbook.expected_minutes from workbook_version
    join workbook on workbook.tenant_id = task.tenant_id and workbook.workbook_id = workbook_version.workbook_id
    where workbook_version.tenant_id = task.tenant_id and workbook_version.version_id = task.workbook_version_id
  ), ${USUAL_MINUTES}))`;

/** Why a task is late, as `LateCause`; null: it is not. Only what is late costs the look at its workbook or inspection. */
export const LATE_CAUSE = `
  case
    when not ${IS_LATE} then null
    when task.state = ${stateCode('Active')} then
      case when exists (
        select from inspection
        where inspection.tenant_id = task.tenant_id and inspection.inspection_id = task.inspection_id and inspection.completion > 0
      ) then ${because('returned')} else ${because('notCompleted')} end
    when task.due_date <= task.created_at then ${because('dueWhenMade')}
    when task.assigned_user_id is null then ${because('unassigned')}
    when task.planned_start is null then ${because('unplanned')}
    when ${PLANNED_END} > task.due_date then ${because('plannedTooLate')}
    else ${because('notStarted')}
  end`;
