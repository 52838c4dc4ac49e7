import { mapInSteps, type Work } from '#workbook-engine/pausable-work.ts';
import { type Appointment, book, createDaySchedule, findFreeTime, type Workday } from './day-schedule.ts';
import type { Coordinates } from './great-circle.ts';
import { createOption, type Schedule } from './option-cost.ts';

/*
 * An option for a task consists of an eligible person and one of their working days with enough free time: not during
 * an absence, not overlapping other appointments, not exceeding their working minutes, and not before the task's start
 * date. Each option has a cost in minutes (option-cost.ts):
 *
 * - travel in a straight line from the nearest other task that the person has on that day;
 * - how full the person's whole period, and that day, would become;
 * - when tasks are spread: whatever exceeds the person's and the day's fair share, which is what they would get if all
 *   work were divided in proportion to working minutes, so no one is fully booked while others have time;
 * - a little for each day later;
 * - less if the person has inspected an item of the task before;
 * - a lot if the task would be finished after its due date: this only happens if no option finishes it on time.
 *
 * A single task gets the cheapest option for each of its three cheapest people. Tasks to be spread are placed one at a
 * time (regret insertion): the next one is the task with the fewest remaining options that end on time, with tasks that
 * cannot end on time coming last; among equals, it is the task that would lose the most by going to its second-best
 * person. The plan is good though not optimal, and the same input always gives the same plan. Planning 50 tasks for 500
 * people takes half a second, so the functions yield after each person and can be run in slices.
 */

const NO_SECOND_PERSON = 1_000_000_000;

const MINUTE = 60_000;

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
  lateBy: number;
  cost: number;
};

export type PlacedTasks = { taskId: string; options: Option[] };
export type UnassignedReason = 'noEligiblePeople' | 'startsLater' | 'tooLong' | 'noCapacity';
export type Outcome = { placed: PlacedTasks[]; unassigned: { taskId: string; reason: UnassignedReason }[] };

/** The period that suggestions are for, in milliseconds. */
export type Window = { from: number; to: number };

/** The share used for single tasks, which may fill up all of a person's time. */
const WHOLE_SHARE = 1;

/** Finds the cheapest options for each task, each one with a different person. */
export function* suggestEachInSteps(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  window: Window,
  max: number,
): Work<Outcome> {
  const schedules = yield* mapInSteps(people, createSchedule);
  const outcome: Outcome = { placed: [], unassigned: [] };
  for (const task of tasks) {
    // A task's current plan does not block time for its new plan.
    const options = yield* mapInSteps(schedules, (schedule) => {
      const isPlannedHere = schedule.person.appointments.some(({ taskId }) => taskId === task.id);
      const free = isPlannedHere
        ? createSchedule(removeTasks(schedule.person, new Set([task.id])))
        : schedule;
      return findCheapestOption(task, free, WHOLE_SHARE, window).option;
    });
    const best = options.filter((option) => option !== undefined).sort(compareCost);
    // If any option ends on time, leaves out those that are late.
    const selected = best.filter(({ lateBy }) => lateBy === 0 || best[0]!.lateBy > 0).slice(0, max);
    if (selected.length > 0) outcome.placed.push({ taskId: task.id, options: selected });
    else outcome.unassigned.push({ taskId: task.id, reason: findUnassignedReason(task, schedules, window) });
  }
  return outcome;
}

/** Each pass can take half a second, and may cause only one more of 50 tasks to keep its plan. */
const MAX_PASSES = 5;

/**
 * Finds one option for each task so that all of them are possible together. A planned task without an option keeps its
 * plan, which blocks that time, and the others are placed again. In the last pass, all planned tasks keep
 * their plans.
 */
export function* spreadTasksInSteps(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  window: Window,
): Work<Outcome> {
  const planned = new Set(people.flatMap(({ appointments }) => appointments.map(({ taskId }) => taskId)));
  const staying: Outcome['unassigned'] = [];
  let remaining = tasks;
  for (let pass = 1; ; pass++) {
    const moving = new Set(remaining.map(({ id }) => id));
    const movable = yield* mapInSteps(people, (person) => removeTasks(person, moving));
    const { placed, unassigned } = yield* placeTogether(remaining, movable, window);
    const stay = unassigned.filter(({ taskId }) => planned.has(taskId));
    if (stay.length === 0) return { placed, unassigned: [...staying, ...unassigned] };
    if (pass === MAX_PASSES - 1) {
      for (const { taskId } of placed) if (planned.has(taskId)) stay.push({ taskId, reason: 'noCapacity' });
    }
    staying.push(...stay);
    const ids = new Set(stay.map(({ taskId }) => taskId));
    remaining = remaining.filter(({ id }) => !ids.has(id));
  }
}

const removeTasks = (person: PlannedPerson, ids: ReadonlySet<string>): PlannedPerson => ({
  ...person,
  appointments: person.appointments.filter(({ taskId }) => taskId === undefined || !ids.has(taskId)),
});

function* placeTogether(
  tasks: readonly OpenTask[],
  people: readonly PlannedPerson[],
  window: Window,
): Work<Outcome> {
  const schedules = yield* mapInSteps(people, createSchedule);
  const share = calculateShare(
    schedules,
    tasks.reduce((sum, { minutes }) => sum + minutes, 0),
  );
  const outcome: Outcome = { placed: [], unassigned: [] };
  const remaining: { task: OpenTask; bySchedule: BestOption[] }[] = [];
  for (const task of tasks) {
    // Placing a task changes only one person's schedule, so everyone else's best options stay the same.
    const bySchedule = yield* mapInSteps(schedules, (schedule) =>
      findCheapestOption(task, schedule, share, window),
    );
    remaining.push({ task, bySchedule });
  }
  while (remaining.length > 0) {
    const ranked = yield* mapInSteps(remaining, (candidate) => ({
      candidate,
      ...rank(candidate.bySchedule),
      task: candidate.task,
    }));
    const next = ranked.reduce((first, candidate) => (comesBefore(candidate, first) ? candidate : first));
    const { task, best } = next;
    remaining.splice(remaining.indexOf(next.candidate), 1);
    if (best === undefined) {
      outcome.unassigned.push({ taskId: task.id, reason: findUnassignedReason(task, schedules, window) });
      continue;
    }
    outcome.placed.push({ taskId: task.id, options: [best.option] });
    const schedule = schedules[best.schedule]!;
    book(schedule.daySchedules[best.day]!, best.option.start, task.minutes, task.location);
    schedule.plannedMinutes += task.minutes;
    for (const candidate of remaining) {
      candidate.bySchedule[best.schedule] = findCheapestOption(candidate.task, schedule, share, window);
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
  const working = schedules.reduce((sum, schedule) => sum + schedule.workingMinutes, 0);
  const planned = schedules.reduce((sum, schedule) => sum + schedule.plannedMinutes, newMinutes);
  return working === 0 ? 0 : planned / working;
};

/** A person's cheapest option with the index of its day, and how many options end on time. */
type BestOption = { option: Option | undefined; day: number; onTime: number };

const NONE: BestOption = { option: undefined, day: -1, onTime: 0 };

const findCheapestOption = (
  task: OpenTask,
  schedule: Schedule,
  share: number,
  window: Window,
): BestOption => {
  if (!schedule.person.teamIds.has(task.teamId)) return NONE;
  let { option, day, onTime } = NONE;
  for (const [index, daySchedule] of schedule.daySchedules.entries()) {
    const start = findFreeTime(daySchedule, task.minutes, Math.max(task.notBefore ?? 0, window.from));
    if (start === undefined || start + task.minutes * MINUTE > window.to) continue;
    const candidate = createOption(task, schedule, { daySchedule, start, dayIndex: index }, share);
    if (candidate.lateBy === 0) onTime++;
    if (option === undefined || candidate.cost < option.cost) [option, day] = [candidate, index];
  }
  return { option, day, onTime };
};

const compareCost = (a: Option, b: Option): number => a.cost - b.cost || a.personId - b.personId;

type Rank = {
  best: { option: Option; schedule: number; day: number } | undefined;
  /** How many options end on time. Infinite if none do, because the task will be late anyway. */
  choices: number;
  regret: number;
};

const rank = (bySchedule: readonly BestOption[]): Rank => {
  let best: Rank['best'];
  let [second, onTime] = [NO_SECOND_PERSON, 0];
  for (const [schedule, { option, day, onTime: count }] of bySchedule.entries()) {
    onTime += count;
    if (option === undefined) continue;
    if (best === undefined || compareCost(option, best.option) < 0) {
      second = best?.option.cost ?? second;
      best = { option, schedule, day };
    } else second = Math.min(second, option.cost);
  }
  return {
    best,
    choices: onTime === 0 ? Number.POSITIVE_INFINITY : onTime,
    regret: best === undefined ? 0 : second - best.option.cost,
  };
};

type Ranked = Rank & { task: OpenTask };

const comesBefore = (a: Ranked, b: Ranked): boolean => {
  if (a.choices !== b.choices) return a.choices < b.choices;
  if (a.regret !== b.regret) return a.regret > b.regret;
  if (a.task.minutes !== b.task.minutes) return a.task.minutes > b.task.minutes;
  return a.task.id < b.task.id;
};

const findUnassignedReason = (
  task: OpenTask,
  schedules: readonly Schedule[],
  window: Window,
): UnassignedReason => {
  const eligible = schedules.filter(({ person }) => person.teamIds.has(task.teamId));
  if (eligible.length === 0) return 'noEligiblePeople';
  const days = eligible.flatMap(({ person }) => person.days);
  if (task.notBefore !== null && task.notBefore + task.minutes * MINUTE > window.to) return 'startsLater';
  return days.some(({ workingMinutes }) => workingMinutes >= task.minutes) ? 'noCapacity' : 'tooLong';
};
