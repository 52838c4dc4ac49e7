import { type Overview, overviewLimits } from '#contract/overview.ts';
import type { Database } from '#service/database/connect.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { type Actor, isAllowed, requireScope } from '#service/identity/actor.ts';
import {
  listEligiblePeople,
  type PlannablePerson,
  readTeamsInScope,
  type TeamsInScope,
} from '#service/planning/plannable.ts';
import { createCalendar, type PersonDay, startOfDay } from '#service/planning/workdays.ts';
import { mapInSteps } from '#workbook-engine/pausable-work.ts';
import {
  type CompletedInspectionCount,
  countCompletedInspections,
  countLateByAssignee,
  countTasks,
  listLongestLateTasks,
  sumPlannedMinutes,
} from './overview-queries.ts';
import { readBackupOverview } from './read-backup-overview.ts';

type OverviewRequest = {
  teamId?: string | undefined;
  timeZone?: string | undefined;
  weeks: number;
  firstDay: number;
};

export const readOverview = async (
  db: Database,
  actor: Actor,
  { weeks, firstDay, ...filter }: OverviewRequest,
  { now, backupAt }: { now: number; backupAt: string | undefined },
): Promise<Overview> => {
  const teamsInScope = await readTeamsInScope(db, requireScope(actor, 'Tasks.Read'), filter);
  const { tenantId, timeZone } = teamsInScope;
  const teams = { tenantId, teamIds: teamsInScope.teams.map(({ team_id }) => team_id) };
  const firstOfWeek = findFirstOfWeek(now, timeZone, firstDay);
  const startOfWeek = (week: number) => startOfDay(firstOfWeek.add({ weeks: week }).toString(), timeZone);
  const weekStarts = Array.from({ length: weeks + 1 }, (_, index) => startOfWeek(index + 1 - weeks));
  const [counts, lateByAssignee, oldestLate, completed, workload, backup] = await Promise.all([
    countTasks(db, teams, { from: startOfWeek(0), to: startOfWeek(1) }),
    countLateByAssignee(db, teams),
    listLongestLateTasks(db, teams),
    countCompletedInspections(db, teams, weekStarts),
    readWorkload(db, keepPlannedTeams(actor, teamsInScope), firstOfWeek),
    isAllowed(actor, 'Users.Manage') ? readBackupOverview(db, { now, backupAt }) : null,
  ]);
  const byWeek = Map.groupBy(completed, ({ week }) => week);
  return {
    timeZone,
    ...counts,
    weeks: Array.from({ length: weeks }, (_, index) =>
      toWeekSummary(firstOfWeek.add({ weeks: index + 1 - weeks }), byWeek.get(index) ?? []),
    ),
    workload,
    lateByAssignee,
    oldestLate,
    backup,
  };
};

const findFirstOfWeek = (now: number, timeZone: string, firstDay: number): Temporal.PlainDate => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  return today.subtract({ days: (today.dayOfWeek - firstDay + 7) % 7 });
};

/** Only planners can see people's workload. */
const keepPlannedTeams = (actor: Actor, { teams, ...rest }: TeamsInScope): TeamsInScope => {
  const { teamIds } = isAllowed(actor, 'Tasks.Manage')
    ? requireScope(actor, 'Tasks.Manage')
    : { teamIds: [] as string[] };
  return { ...rest, teams: teams.filter(({ team_id }) => teamIds?.includes(team_id) ?? true) };
};

const toWeekSummary = (
  firstOfWeek: Temporal.PlainDate,
  teams: readonly CompletedInspectionCount[],
): Overview['weeks'][number] => ({
  from: firstOfWeek.toString(),
  done: sum(teams.map(({ done }) => done)),
  firstTimeRight: sum(teams.map(({ firstTimeRight }) => firstTimeRight)),
  teams: teams.map(({ week: _, ...team }) => team),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const readWorkload = async (
  db: Database,
  teamsInScope: TeamsInScope,
  firstOfWeek: Temporal.PlainDate,
): Promise<Overview['workload']> => {
  const [from, to] = [firstOfWeek.toString(), firstOfWeek.add({ days: 13 }).toString()];
  const people = await listEligiblePeople(db, teamsInScope, { from, to }, { limit: overviewLimits.people });
  const { tenantId, timeZone } = teamsInScope;
  const weekStarts = [0, 1, 2].map((week) =>
    startOfDay(firstOfWeek.add({ weeks: week }).toString(), timeZone),
  );
  const userIds = people.map(({ id }) => id);
  const getPlannedMinutes = await sumPlannedMinutes(db, { tenantId, userIds }, weekStarts);
  const calendar = createCalendar(from, to);
  const toWorkload = ({ id, userName, name, surname, hours }: PlannablePerson) => {
    const days = calendar.listDays(hours);
    const toWeekWorkload = (week: number, weekDays: readonly PersonDay[]) => ({
      plannedMinutes: getPlannedMinutes(id, week),
      workingMinutes: sum(weekDays.map(({ workingMinutes }) => workingMinutes)),
    });
    return {
      id,
      userName,
      name,
      surname,
      thisWeek: toWeekWorkload(0, days.slice(0, 7)),
      nextWeek: toWeekWorkload(1, days.slice(7)),
    };
  };
  return runInSlices(mapInSteps(people, toWorkload));
};
