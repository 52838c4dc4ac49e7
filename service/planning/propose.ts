import {
  type Reason,
  type SuggestionRequest,
  type Suggestions,
  suggestionLimits,
} from '#contract/suggestion.ts';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Workday } from './agenda.ts';
import { listPerformers, type Performer, type PlannedTeams, readPlannedTeams } from './plannable.ts';
import { spreadOver, suggestEach, type Way, type Window, type Worker } from './suggest.ts';
import { type AskedTask, listEngagements, readAskedTasks } from './suggestion-queries.ts';
import { createCalendar, nextDay, startOfDay } from './workdays.ts';

/** Who might do tasks, and when: by what is known now. Writes nothing. */
export const propose = async (
  db: Database,
  scope: Scope,
  { taskIds: given, from, to, timeZone: wanted, peopleIds, spread = false }: SuggestionRequest,
  now: number,
): Promise<Suggestions> => {
  const taskIds = [...new Set(given.map((id) => id.toLowerCase()))];
  const [planned, found] = await Promise.all([
    readPlannedTeams(db, scope, { timeZone: wanted }),
    readAskedTasks(db, scope, taskIds),
  ]);
  const tasks = taskIds.map((id) => found.get(id)).filter((task) => task !== undefined);
  const open = tasks.filter(isPlannable);
  const [first, after] = [startOfDay(from, planned.timeZone), startOfDay(nextDay(to), planned.timeZone)];
  const window = { from: Math.max(first.getTime(), now), to: after.getTime() };
  const workers = await readWorkers(db, teamsOf(planned, open), {
    from,
    to,
    peopleIds,
    window,
  });
  const outcome = spread
    ? spreadOver(open, workers, window)
    : suggestEach(open, workers, window, suggestionLimits.candidates);
  const waysOf = new Map(outcome.placed.map(({ taskId, ways }) => [taskId, ways]));
  const whyNot = new Map(outcome.unplaced.map(({ taskId, why }) => [taskId, why]));
  return {
    suggestions: open
      .filter(({ id }) => waysOf.has(id))
      .map((task) => ({
        taskId: task.id,
        revision: task.revision,
        candidates: waysOf.get(task.id)!.map((way) => presentWay(task, way)),
      })),
    unplaced: taskIds
      .filter((id) => !waysOf.has(id))
      .map((id) => ({ id, why: whyNot.get(id) ?? (found.has(id) ? 'notPlannable' : 'unknown') })),
  };
};

/** New or Assigned. */
const isPlannable = ({ state }: AskedTask): boolean => state < 2;

/** Only their people are asked for. */
const teamsOf = ({ teams, ...planned }: PlannedTeams, tasks: readonly AskedTask[]): PlannedTeams => {
  const teamIds = new Set(tasks.map(({ teamId }) => teamId));
  return { ...planned, teams: teams.filter(({ team_id }) => teamIds.has(team_id)) };
};

type Asked = {
  from: string;
  to: string;
  peopleIds: readonly number[] | undefined;
  window: Window;
};

const readWorkers = async (
  db: Database,
  planned: PlannedTeams,
  { from, to, peopleIds, window }: Asked,
): Promise<Worker[]> => {
  const limit = suggestionLimits.people;
  const performers = await listPerformers(db, planned, { from, to }, { limit, peopleIds });
  const engagements = await listEngagements(db, planned.tenantId, {
    userIds: performers.map(({ id }) => id),
    from: new Date(window.from - DAY),
    to: new Date(window.to + DAY),
  });
  const calendar = createCalendar(from, to);
  const dayOf = daysByDate(planned.timeZone);
  return performers.map(({ id, teamIds, hours }: Performer) => ({
    id,
    teamIds: new Set(teamIds),
    days: calendar
      .daysOf(hours)
      .flatMap(({ date, startsAt, endsAt, workingMinutes }): Workday[] =>
        startsAt === null || endsAt === null ? [] : [{ day: dayOf(date), startsAt, endsAt, workingMinutes }],
      ),
    engagements: engagements.get(id) ?? [],
  }));
};

/** From midnight to midnight; worked out once for all people. */
const daysByDate = (timeZone: string) => {
  const known = new Map<string, Workday['day']>();
  return (date: string): Workday['day'] => {
    const day = known.get(date) ?? {
      start: startOfDay(date, timeZone).getTime(),
      end: startOfDay(nextDay(date), timeZone).getTime(),
    };
    known.set(date, day);
    return day;
  };
};

/** By how much a day of one time zone may lie beside that of another. */
const DAY = 86_400_000;

const presentWay = (task: AskedTask, way: Way): Suggestions['suggestions'][number]['candidates'][number] => ({
  assigneeId: way.workerId,
  plannedStart: new Date(way.start).toISOString(),
  minutes: task.minutes,
  reasons: reasonsOf(task, way),
  score: Math.round(Math.min(100, Math.max(0, 100 - way.cost))),
});

const reasonsOf = ({ dueDate, visits }: AskedTask, way: Way): Reason[] => {
  const { metres, plannedMinutes, workingMinutes, lateBy } = way;
  const visit = visits.get(way.workerId);
  const due = dueDate?.toISOString();
  return [
    ...(metres === null ? [] : [{ kind: 'distance' as const, metres: Math.round(metres) }]),
    { kind: 'load' as const, plannedMinutes, workingMinutes },
    ...(visit ? [{ kind: 'visited' as const, ...visit, lastAt: new Date(visit.lastAt).toISOString() }] : []),
    ...(due !== undefined && lateBy === 0 ? [{ kind: 'dueInTime' as const, dueDate: due }] : []),
    ...(due !== undefined && lateBy > 0
      ? [{ kind: 'late' as const, dueDate: due, minutesLate: lateBy }]
      : []),
  ];
};
