import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import type { Scope } from '#service/identity/actor.ts';
import { invalidRequest } from '#service/problem.ts';
import { teamIdNotFound, unknownTimeZone } from '#service/teams/team-problems.ts';
import { isTimeZone } from '#service/teams/time-zone.ts';
import { mapInSteps } from '#workbook-engine/pausable-work.ts';
import type { PersonHours } from './workdays.ts';
import { DEFAULT_WEEK, type WorkingWeek } from './working-week.ts';

type TeamInScope = RowOf<typeof LIST_TEAMS_IN_SCOPE>;

/** Teams are sorted by title. Days are days in `timeZone`. */
export type TeamsInScope = { tenantId: number; teams: readonly TeamInScope[]; timeZone: string };

const LIST_TEAMS_IN_SCOPE = statement('list-teams-in-scope')`
  select team_id, time_zone from team
  where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and ($3::uuid is null or team_id = $3)
  order by lower(title), team_id`;

/** Throws if the team with `teamId` does not exist. */
export const readTeamsInScope = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  { teamId, timeZone }: { teamId?: string | undefined; timeZone?: string | undefined },
): Promise<TeamsInScope> => {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw invalidRequest([unknownTimeZone(timeZone)]);
  if (teamId !== undefined && !isUuid(teamId)) throw teamIdNotFound(teamId);
  const teams = await run(db, LIST_TEAMS_IN_SCOPE, [tenantId, teamIds, teamId ?? null]);
  if (teamId !== undefined && teams.length === 0) throw teamIdNotFound(teamId);
  return { tenantId, teams, timeZone: timeZone ?? teams[0]?.time_zone ?? 'UTC' };
};

export type PlannablePerson = {
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: string[];
  /** Required to be suggested for tasks, but not to be assigned them (decision T6). */
  canInspect: boolean;
  hours: PersonHours;
};

export const CAN_INSPECT = `exists (
           select from user_role
           join role on role.tenant_id = $1 and role.role_id = user_role.role_id
           where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id and 'Tasks.Perform' = any(role.permissions))`;

const ELIGIBLE_PEOPLE = statement('list-plannable-people')`
  select app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
         performing.team_ids as "teamIds", ${CAN_INSPECT} as "canInspect", working_hours.week,
         (select coalesce(json_agg(json_build_object('from', first_day, 'to', last_day, 'reason', reason)
                                   order by first_day, absence_id), '[]')
          from absence
          where absence.tenant_id = $1 and absence.user_id = app_user.user_id
            and first_day <= $5::date and last_day >= $4::date) as absences
  from (
    select user_id, array_agg(distinct team_id) as team_ids from group_member
    where tenant_id = $1 and team_id = any($2::uuid[]) and kind = any($3::text[]) group by user_id
  ) as performing
  join app_user on app_user.tenant_id = $1 and app_user.user_id = performing.user_id
  left join working_hours on working_hours.tenant_id = $1 and working_hours.user_id = app_user.user_id
  where app_user.is_active and not app_user.is_service
    and ($7::bigint[] is null or app_user.user_id = any($7::bigint[]))
  order by lower(app_user.user_name) limit $6`.narrow<{
  teamIds: string[];
  week: WorkingWeek | null;
  absences: PersonHours['absences'];
}>();

/** Lists people by user name. Their working hours are in the time zone of their first team. */
export const listEligiblePeople = async (
  db: Database,
  { tenantId, teams }: TeamsInScope,
  days: { from: string; to: string },
  { limit, userIds }: { limit: number; userIds?: readonly number[] | undefined },
): Promise<PlannablePerson[]> => {
  const teamIds = teams.map(({ team_id }) => team_id);
  const rows = await run(db, ELIGIBLE_PEOPLE, [
    tenantId,
    teamIds,
    ASSIGNABLE_GROUPS,
    days.from,
    days.to,
    limit,
    userIds ?? null,
  ]);
  const positions = new Map(teams.map(({ team_id }, index) => [team_id, index]));
  // Run in slices: each of 500 people can be in thousands of teams.
  return runInSlices(
    mapInSteps(rows, ({ week, absences, ...person }) => {
      const firstIndex = person.teamIds.reduce(
        (lowest, id) => Math.min(lowest, positions.get(id)!),
        Number.POSITIVE_INFINITY,
      );
      const timeZone = teams[firstIndex]!.time_zone;
      return { ...person, hours: { week: week ?? DEFAULT_WEEK, absences, timeZone } };
    }),
  );
};
