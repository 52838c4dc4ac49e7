import {
  type SuggestionReason,
  type SuggestionRequest,
  type Suggestions,
  suggestionLimits,
} from '#contract/suggestion.ts';
import type { Database } from '#service/database/connect.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import type { Scope } from '#service/identity/actor.ts';
import { mapInSteps, type Work } from '#workbook-engine/pausable-work.ts';
import type { Appointment, Workday } from './day-schedule.ts';
import {
  listEligiblePeople,
  type PlannablePerson,
  readTeamsInScope,
  type TeamsInScope,
} from './plannable.ts';
import {
  type Option,
  type PlannedPerson,
  type PlanningPeriod,
  spreadTasksInSteps,
  suggestEachInSteps,
} from './suggest.ts';
import { listAppointments, type RequestedTask, readRequestedTasks } from './suggestion-queries.ts';
import { createCalendar, getNextDay, startOfDay } from './workdays.ts';

export const propose = async (
  db: Database,
  scope: Scope,
  { from, to, timeZone, userIds, spread = false, ...request }: SuggestionRequest,
  now: number,
): Promise<Suggestions> => {
  const taskIds = [...new Set(request.taskIds.map((id) => id.toLowerCase()))];
  const [teamsInScope, tasksById] = await Promise.all([
    readTeamsInScope(db, scope, { timeZone }),
    readRequestedTasks(db, scope, taskIds),
  ]);
  const tasks = taskIds.map((id) => tasksById.get(id)).filter((task) => task !== undefined);
  const openTasks = tasks.filter(isPlannable);
  const period = {
    from: Math.max(startOfDay(from, teamsInScope.timeZone).getTime(), now),
    to: startOfDay(getNextDay(to), teamsInScope.timeZone).getTime(),
  };
  const plannedPeople = await readPlannedPeople(db, keepTeamsOfTasks(teamsInScope, openTasks), {
    from,
    to,
    userIds,
    period,
  });
  const outcome = await runInSlices(
    spread
      ? spreadTasksInSteps(openTasks, plannedPeople, period)
      : suggestEachInSteps(openTasks, plannedPeople, period, suggestionLimits.candidates),
  );
  const optionsByTask = new Map(outcome.placements.map(({ taskId, options }) => [taskId, options]));
  const reasonsByTask = new Map(outcome.unassigned.map(({ taskId, reason }) => [taskId, reason]));
  return {
    suggestions: openTasks
      .filter(({ id }) => optionsByTask.has(id))
      .map((task) => ({
        taskId: task.id,
        revision: task.revision,
        candidates: optionsByTask.get(task.id)!.map((option) => toCandidate(task, option)),
      })),
    unassigned: taskIds
      .filter((id) => !optionsByTask.has(id))
      .map((id) => ({
        id,
        reason: reasonsByTask.get(id) ?? (tasksById.has(id) ? 'notPlannable' : 'notFound'),
      })),
  };
};

/** Only New and Assigned tasks can be planned. */
const isPlannable = ({ state }: RequestedTask): boolean => state < 2;

const keepTeamsOfTasks = (
  { teams, ...rest }: TeamsInScope,
  tasks: readonly RequestedTask[],
): TeamsInScope => {
  const teamIds = new Set(tasks.map(({ teamId }) => teamId));
  return { ...rest, teams: teams.filter(({ team_id }) => teamIds.has(team_id)) };
};

type PeopleQuery = {
  from: string;
  to: string;
  userIds: readonly number[] | undefined;
  period: PlanningPeriod;
};

const readPlannedPeople = async (
  db: Database,
  teamsInScope: TeamsInScope,
  { from, to, userIds, period }: PeopleQuery,
): Promise<PlannedPerson[]> => {
  const limit = suggestionLimits.people;
  const eligiblePeople = await listEligiblePeople(db, teamsInScope, { from, to }, { limit, userIds });
  const inspectors = eligiblePeople.filter(({ canInspect }) => canInspect);
  const appointments = await listAppointments(db, teamsInScope.tenantId, {
    userIds: inspectors.map(({ id }) => id),
    from: new Date(period.from - MARGIN_MS),
    to: new Date(period.to + MARGIN_MS),
  });
  return runInSlices(
    createPlannedPeopleInSteps(inspectors, appointments, { from, to, timeZone: teamsInScope.timeZone }),
  );
};

/** Takes up to 10 µs per person and day if every team has its own time zone. */
const createPlannedPeopleInSteps = (
  people: readonly PlannablePerson[],
  appointments: ReadonlyMap<number, Appointment[]>,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Work<PlannedPerson[]> => {
  const calendar = createCalendar(from, to);
  return mapInSteps(people, ({ id, teamIds, hours }) => {
    const days = calendar
      .listDays(hours)
      .flatMap(({ date, startsAt, endsAt, workingMinutes }): Workday[] =>
        startsAt === null || endsAt === null
          ? []
          : [{ day: calendar.getDay(date, timeZone), startsAt, endsAt, workingMinutes }],
      );
    return { id, teamIds: new Set(teamIds), days, appointments: appointments.get(id) ?? [] };
  });
};

/** Days start and end at other times in other time zones. */
const MARGIN_MS = 86_400_000;

const toCandidate = (
  task: RequestedTask,
  option: Option,
): Suggestions['suggestions'][number]['candidates'][number] => ({
  assigneeId: option.personId,
  plannedStart: new Date(option.start).toISOString(),
  minutes: task.minutes,
  reasons: listReasons(task, option),
  score: Math.round(Math.min(100, Math.max(0, 100 - option.cost))),
});

const listReasons = ({ dueDate, earlierInspections }: RequestedTask, option: Option): SuggestionReason[] => {
  const { metres, plannedMinutes, workingMinutes, minutesLate } = option;
  const visit = earlierInspections.get(option.personId);
  const due = dueDate?.toISOString();
  return [
    ...(metres === null ? [] : [{ kind: 'distance' as const, metres: Math.round(metres) }]),
    { kind: 'load' as const, plannedMinutes, workingMinutes },
    ...(visit ? [{ kind: 'visited' as const, ...visit, lastAt: new Date(visit.lastAt).toISOString() }] : []),
    ...(due !== undefined && minutesLate === 0 ? [{ kind: 'onTime' as const, dueDate: due }] : []),
    ...(due !== undefined && minutesLate > 0 ? [{ kind: 'late' as const, dueDate: due, minutesLate }] : []),
  ];
};
