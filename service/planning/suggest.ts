import { mapInSteps, type Work } from '#workbook-engine/pausable-work.ts';
import {
  type Appointment,
  addAppointment,
  createDaySchedule,
  findFreeTime,
  type Workday,
} from './day-schedule.ts';
import type { Coordinates } from './great-circle.ts';
import { createOption, type Schedule } from './option-cost.ts';

/*
 * An option for a task is an eligible person and one of their working days with enough free time: not during an
 * absence, not overlapping other appointments, not exceeding their working minutes, and not before the task's start
 * date. Each option has a cost in minutes (option-cost.ts):
 *
 * - travel in a straight line from the nearest other task that the person has on that day;
 * - how full the person's entire period and that day would become;
 * - when spreading tasks, any excess over the person's and the day's fair share, which is what they would get if all
 *   work were divided in proportion to working minutes, so that no one is fully booked while others have time;
 * - a little for each later day;
 * - less if the person has inspected one of the task's items before;
 * - a lot if the task would miss its due date: such an option is used only if none finishes on time.
 *
 * A single task gets the cheapest option for each of its three cheapest people. When spreading, tasks are placed one at
 * a time (regret insertion): next comes the task with the fewest remaining on-time options, while tasks that cannot end
 * on time come last. Ties go to the task that would lose the most by going to its second-best person. The plan is good
 * though not optimal, and deterministic. Planning 50 tasks for 500 people takes half a second, so the functions yield
 * after each person and can be run in slices.
 */

const NO_SECOND_PERSON = 1_000_000_000;

const MINUTE_MS = 60_000;

export type OpenTask = {
  id: string;
  teamId: string;
  minutes: number;
  location: Coordinates | null;
  notBefore: number | null;
  due: number | null;
  /** Earlier inspections of the task's items, by user ID. */
  earlierInspections: ReadonlyMap<number, { visitCount: number; lastAt: number }>;
};

export type PlannedPerson = {
  id: number;
  teamIds: ReadonlySet<string>;
  days: readonly Workday[];
  appointments: readonly Appointment[];
};

export type Option = {
  personId: number;
  start: number;
  metres: number | null;
  plannedMinutes: number;
  workingMinutes: number;
  minutesLate: number;
  cost: number;
};

export type Placement = { taskId: string; options: Option[] };
export type UnassignedReason = 'noEligiblePeople' | 'startsLater' | 'tooLong' | 'noCapacity';
export type Outcome = { placements: Placement[]; unassigned: { taskId: string; reason: UnassignedReason }[] };

export type PlanningPeriod = { from: number; to: number };

/** A single task may fill all of a person's time. */
const FULL_SHARE = 1;

/** Each option for a task has a different person. */
export function* suggestEachInSteps(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  period: PlanningPeriod,
  max: number,
): Work<Outcome> {
  const schedules = yield* mapInSteps(people, createSchedule);
  const outcome: Outcome = { placements: [], unassigned: [] };
  for (const task of tasks) {
    // A task's current plan does not block time for its new plan.
    const options = yield* mapInSteps(schedules, (schedule) => {
      const isPlannedHere = schedule.person.appointments.some(({ taskId }) => taskId === task.id);
      const freeSchedule = isPlannedHere
        ? createSchedule(removeTasks(schedule.person, new Set([task.id])))
        : schedule;
      return findCheapestOption(task, freeSchedule, FULL_SHARE, period).option;
    });
    const sortedOptions = options.filter((option) => option !== undefined).sort(compareCost);
    const selectedOptions = sortedOptions
      .filter(({ minutesLate }) => minutesLate === 0 || sortedOptions[0]!.minutesLate > 0)
      .slice(0, max);
    if (selectedOptions.length > 0) outcome.placements.push({ taskId: task.id, options: selectedOptions });
    else outcome.unassigned.push({ taskId: task.id, reason: findUnassignedReason(task, schedules, period) });
  }
  return outcome;
}

/** A pass can take half a second and find just one more task that keeps its plan. */
const MAX_PASSES = 5;

/**
 * Finds options that are feasible together. A planned task without an option keeps its plan, which blocks that time,
 * and the others are placed again. In the last pass, all planned tasks keep their plans.
 */
export function* spreadTasksInSteps(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  period: PlanningPeriod,
): Work<Outcome> {
  const plannedIds = new Set(people.flatMap(({ appointments }) => appointments.map(({ taskId }) => taskId)));
  const unmovedTasks: Outcome['unassigned'] = [];
  let remainingTasks = tasks;
  for (let pass = 1; ; pass++) {
    const idsToPlace = new Set(remainingTasks.map(({ id }) => id));
    const peopleWithoutTasks = yield* mapInSteps(people, (person) => removeTasks(person, idsToPlace));
    const { placements, unassigned } = yield* placeTogether(remainingTasks, peopleWithoutTasks, period);
    const tasksToKeep = unassigned.filter(({ taskId }) => plannedIds.has(taskId));
    if (tasksToKeep.length === 0) return { placements, unassigned: [...unmovedTasks, ...unassigned] };
    if (pass === MAX_PASSES - 1) {
      for (const { taskId } of placements)
        if (plannedIds.has(taskId)) tasksToKeep.push({ taskId, reason: 'noCapacity' });
    }
    unmovedTasks.push(...tasksToKeep);
    const idsToKeep = new Set(tasksToKeep.map(({ taskId }) => taskId));
    remainingTasks = remainingTasks.filter(({ id }) => !idsToKeep.has(id));
  }
}

const removeTasks = (person: PlannedPerson, ids: ReadonlySet<string>): PlannedPerson => ({
  ...person,
  appointments: person.appointments.filter(({ taskId }) => taskId === undefined || !ids.has(taskId)),
});

function* placeTogether(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  period: PlanningPeriod,
): Work<Outcome> {
  const schedules = yield* mapInSteps(people, createSchedule);
  const share = calculateShare(
    schedules,
    tasks.reduce((sum, { minutes }) => sum + minutes, 0),
  );
  const outcome: Outcome = { placements: [], unassigned: [] };
  const remainingTasks: { task: OpenTask; bestOptions: BestOption[] }[] = [];
  for (const task of tasks) {
    // Placing a task changes only one person's schedule, so all other best options stay valid.
    const bestOptions = yield* mapInSteps(schedules, (schedule) =>
      findCheapestOption(task, schedule, share, period),
    );
    remainingTasks.push({ task, bestOptions });
  }
  while (remainingTasks.length > 0) {
    const rankedTasks = yield* mapInSteps(remainingTasks, (candidate) => ({
      candidate,
      ...rank(candidate.bestOptions),
      task: candidate.task,
    }));
    const nextTask = rankedTasks.reduce((first, candidate) =>
      shouldPrecede(candidate, first) ? candidate : first,
    );
    const { task, best } = nextTask;
    remainingTasks.splice(remainingTasks.indexOf(nextTask.candidate), 1);
    if (best === undefined) {
      outcome.unassigned.push({ taskId: task.id, reason: findUnassignedReason(task, schedules, period) });
      continue;
    }
    outcome.placements.push({ taskId: task.id, options: [best.option] });
    const schedule = schedules[best.scheduleIndex]!;
    addAppointment(schedule.daySchedules[best.dayIndex]!, best.option.start, task.minutes, task.location);
    schedule.plannedMinutes += task.minutes;
    for (const candidate of remainingTasks) {
      candidate.bestOptions[best.scheduleIndex] = findCheapestOption(candidate.task, schedule, share, period);
      yield;
    }
  }
  return outcome;
}

const createSchedule = (person: PlannedPerson): Schedule => {
  const daySchedules = person.days.map((day) => createDaySchedule(day, person.appointments));
  return {
    person,
    daySchedules,
    plannedMinutes: daySchedules.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
    workingMinutes: daySchedules.reduce((sum, { workingMinutes }) => sum + workingMinutes, 0),
  };
};

const calculateShare = (schedules: readonly Schedule[], newMinutes: number): number => {
  const workingMinutes = schedules.reduce((sum, schedule) => sum + schedule.workingMinutes, 0);
  const plannedMinutes = schedules.reduce((sum, schedule) => sum + schedule.plannedMinutes, newMinutes);
  return workingMinutes === 0 ? 0 : plannedMinutes / workingMinutes;
};

/** `onTimeCount` is the number of the person's on-time options. */
type BestOption = { option: Option | undefined; dayIndex: number; onTimeCount: number };

const NO_OPTION: BestOption = { option: undefined, dayIndex: -1, onTimeCount: 0 };

const findCheapestOption = (
  task: OpenTask,
  schedule: Schedule,
  share: number,
  period: PlanningPeriod,
): BestOption => {
  if (!schedule.person.teamIds.has(task.teamId)) return NO_OPTION;
  let { option, dayIndex, onTimeCount } = NO_OPTION;
  for (const [index, daySchedule] of schedule.daySchedules.entries()) {
    const start = findFreeTime(daySchedule, task.minutes, Math.max(task.notBefore ?? 0, period.from));
    if (start === undefined || start + task.minutes * MINUTE_MS > period.to) continue;
    const candidate = createOption(task, schedule, { daySchedule, start, dayIndex: index }, share);
    if (candidate.minutesLate === 0) onTimeCount++;
    if (option === undefined || candidate.cost < option.cost) [option, dayIndex] = [candidate, index];
  }
  return { option, dayIndex, onTimeCount };
};

const compareCost = (a: Option, b: Option): number => a.cost - b.cost || a.personId - b.personId;

type Rank = {
  best: { option: Option; scheduleIndex: number; dayIndex: number } | undefined;
  /** The number of on-time options, or Infinity if there are none. */
  onTimeChoices: number;
  regret: number;
};

const rank = (bestOptions: readonly BestOption[]): Rank => {
  let best: Rank['best'];
  let [secondCost, onTimeCount] = [NO_SECOND_PERSON, 0];
  for (const [scheduleIndex, { option, dayIndex, onTimeCount: count }] of bestOptions.entries()) {
    onTimeCount += count;
    if (option === undefined) continue;
    if (best === undefined || compareCost(option, best.option) < 0) {
      secondCost = best?.option.cost ?? secondCost;
      best = { option, scheduleIndex, dayIndex };
    } else secondCost = Math.min(secondCost, option.cost);
  }
  return {
    best,
    onTimeChoices: onTimeCount === 0 ? Number.POSITIVE_INFINITY : onTimeCount,
    regret: best === undefined ? 0 : secondCost - best.option.cost,
  };
};

type RankedTask = Rank & { task: OpenTask };

const shouldPrecede = (a: RankedTask, b: RankedTask): boolean => {
  if (a.onTimeChoices !== b.onTimeChoices) return a.onTimeChoices < b.onTimeChoices;
  if (a.regret !== b.regret) return a.regret > b.regret;
  if (a.task.minutes !== b.task.minutes) return a.task.minutes > b.task.minutes;
  return a.task.id < b.task.id;
};

const findUnassignedReason = (
  task: OpenTask,
  schedules: readonly Schedule[],
  period: PlanningPeriod,
): UnassignedReason => {
  const eligibleSchedules = schedules.filter(({ person }) => person.teamIds.has(task.teamId));
  if (eligibleSchedules.length === 0) return 'noEligiblePeople';
  const days = eligibleSchedules.flatMap(({ person }) => person.days);
  if (task.notBefore !== null && task.notBefore + task.minutes * MINUTE_MS > period.to) return 'startsLater';
  return days.some(({ workingMinutes }) => workingMinutes >= task.minutes) ? 'noCapacity' : 'tooLong';
};
