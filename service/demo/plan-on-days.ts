import { DAY_MS, formatIsoDay } from '#workbook-engine/expressions/value.ts';
import { startOfDay } from '#workbook-engine/iso-8601.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import type { DemoTask } from './plan-demo-tasks.ts';
import { createRandom } from './seeded-random.ts';

const SEED = 817;
const TIME_ZONE = 'Europe/Amsterdam';
const MINUTE_MS = 60_000;
/** In minutes after midnight. */
const WORKING_HOURS = { from: 8 * 60, to: 17 * 60 };
/** The days on which open tasks are planned, relative to today. */
const PLANNED_DAYS = { from: -2, to: 11 };
/** The days on which tasks were completed, relative to today. */
const PAST_DAYS = { from: -70, to: -1 };
const PLANNED_SHARE = 0.7;
/** The share of tasks whose duration differs from the workbook's. */
const UNUSUAL_DURATION_SHARE = 0.15;

export const getPlannedMinutes = ({ plannedMinutes, workbookName }: DemoTask['content']): number =>
  plannedMinutes ?? demoWorkbooks.find(({ name }) => name === workbookName)!.expectedMinutes!;

export const planOnDays = (tasks: readonly DemoTask[], today: Date): DemoTask[] => {
  const openTasks = planOpenTasks(tasks, today);
  const plannedTasks = new Map([...openTasks, ...planCompletedTasks(tasks, today, [...openTasks.values()])]);
  return tasks.map((task) => plannedTasks.get(task) ?? task);
};

/** Plans active tasks, then as many assigned tasks as fit. */
const planOpenTasks = (tasks: readonly DemoTask[], today: Date): Map<DemoTask, DemoTask> => {
  const random = createRandom(SEED);
  const days = listWorkDays(today, PLANNED_DAYS);
  const plannedTasks = new Map<DemoTask, DemoTask>();
  const sortedTasks = (['Active', 'Assigned'] as const).flatMap((state) =>
    tasks
      .filter(({ outcome }) => outcome === state)
      .toSorted((a, b) => a.content.dueDate!.getTime() - b.content.dueDate!.getTime()),
  );
  const busyUntil = new Map<string, { day: number; minute: number }>();
  for (const task of sortedTasks) {
    if (!random.chance(PLANNED_SHARE)) continue;
    const plannedMinutes = random.chance(UNUSUAL_DURATION_SHARE) ? random.pick([20, 75, 150]) : null;
    const minutes = getPlannedMinutes({ ...task.content, plannedMinutes });
    const nextSlot = busyUntil.get(task.inspector) ?? { day: 0, minute: WORKING_HOURS.from };
    const slot =
      nextSlot.minute + minutes > WORKING_HOURS.to
        ? { day: nextSlot.day + 1, minute: WORKING_HOURS.from }
        : nextSlot;
    const midnight = days[slot.day];
    if (midnight === undefined) continue;
    const plannedStart = new Date(midnight + slot.minute * MINUTE_MS);
    plannedTasks.set(task, { ...task, content: { ...task.content, plannedStart, plannedMinutes } });
    // Add 15 to 45 minutes of travel time.
    busyUntil.set(task.inspector, {
      day: slot.day,
      minute: slot.minute + minutes + random.pick([15, 15, 30, 45]),
    });
  }
  return plannedTasks;
};

/** Plans completed tasks on their due dates, or earlier if the day is full. */
const planCompletedTasks = (
  tasks: readonly DemoTask[],
  today: Date,
  openTasks: readonly DemoTask[],
): Map<DemoTask, DemoTask> => {
  const random = createRandom(SEED);
  const days = listWorkDays(today, PAST_DAYS);
  const plannedTasks = new Map<DemoTask, DemoTask>();
  const busyUntil = new Map<string, number>();
  for (const { inspector, content } of openTasks) {
    const minute = content.plannedStart!.getTime() / MINUTE_MS + getPlannedMinutes(content) + 15;
    const day = days.findLast((start) => start / MINUTE_MS < minute);
    if (day !== undefined) busyUntil.set(`${inspector} ${day}`, minute - day / MINUTE_MS);
  }
  for (const task of tasks.filter(({ outcome }) => outcome === 'Closed')) {
    const minutes = getPlannedMinutes(task.content);
    const findFreeMinute = (day: number) => busyUntil.get(`${task.inspector} ${day}`) ?? WORKING_HOURS.from;
    const day = days.findLast(
      (start) =>
        start < task.content.dueDate!.getTime() && findFreeMinute(start) + minutes <= WORKING_HOURS.to,
    )!;
    const plannedStart = new Date(day + findFreeMinute(day) * MINUTE_MS);
    plannedTasks.set(task, { ...task, content: { ...task.content, plannedStart } });
    busyUntil.set(`${task.inspector} ${day}`, findFreeMinute(day) + minutes + random.pick([15, 30, 45]));
  }
  return plannedTasks;
};

/** Lists the start of each working day in Amsterdam. */
const listWorkDays = (today: Date, { from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => today.getTime() + (from + index) * DAY_MS)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .map((day) => startOfDay(formatIsoDay(day), TIME_ZONE));
