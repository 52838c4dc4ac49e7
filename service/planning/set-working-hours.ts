import type { WorkingHours, WorkingHoursInput } from '#contract/working-hours.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireManageableScope, requireUserInScope } from './person-scope.ts';
import { invalidWorkdays, workingHoursOutdated } from './planning-problems.ts';
import {
  DEFAULT_WEEK,
  isValidWorkday,
  parseWorkday,
  toWorkingHours,
  type WorkingWeek,
} from './working-week.ts';

const FIND_WORKING_HOURS = statement('find-working-hours')`
  select week, revision from working_hours where tenant_id = $1 and user_id = $2`.narrow<{
  week: WorkingWeek;
}>();

export const readWorkingHours = async (
  db: Database,
  tenantId: number,
  userId: number,
): Promise<WorkingHours> => {
  const row = await findRow(db, FIND_WORKING_HOURS, [tenantId, userId]);
  return {
    days: toWorkingHours(row?.week ?? DEFAULT_WEEK),
    isDefault: row === undefined,
    revision: row?.revision ?? 0,
  };
};

export const setWorkingHours = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { userId, input, matchesTag }: { userId: number; input: WorkingHoursInput; matchesTag: Precondition },
): Promise<WorkingHours> => {
  const scope = requireManageableScope(actor);
  await requireUserInScope(trx, scope, userId);
  const { revision } = await readWorkingHours(trx, scope.tenantId, userId);
  if (!matchesTag(formatEntityTag(revision))) throw workingHoursOutdated(revision);
  const week = input.days.map(parseWorkday);
  const invalidDays = [...week.keys()].filter((day) => !isValidWorkday(week[day]!));
  if (invalidDays.length > 0) throw invalidWorkdays(invalidDays);
  const rows = await run(
    trx,
    `insert into working_hours (tenant_id, user_id, week) values ($1, $2, $3)
     on conflict on constraint working_hours_pkey
     do update set week = excluded.week, revision = working_hours.revision + 1 where working_hours.revision = $4
     returning revision`,
    [scope.tenantId, userId, JSON.stringify(week), revision],
  );
  // Another planner changed the working hours after they were read above.
  if (rows.length === 0) throw workingHoursOutdated(revision + 1);
  return readWorkingHours(trx, scope.tenantId, userId);
};
