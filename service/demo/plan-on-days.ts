import { DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import { startOfDay } from '#workbook-engine/iso-8601.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import type { DemoTask } from './plan-demo-tasks.ts';
import { seededRandom } from './seeded-random.ts';

const SEED = 817;
const TIME_ZONE = 'Europe/Amsterdam';
const MINUTE_MS = 60_000;
/** Working hours, in minutes after midnight. */
const WORK = { from: 8 * 60, to: 17 * 60 };
/** Days from today for which tasks are planned. Some were planned for yesterday and not started. */
const DAYS = { from: -2, to: 11 };
/** Days before today on which tasks were completed. */
const PAST = { from: -70, to: -1 };
/** The share of assigned tasks that planners have planned for a day. */
const PLANNED = 0.7;
/** The share of tasks whose duration differs from that of the workbook. */
const UNUSUAL = 0.15;

export const minutesOf = ({ plannedMinutes, workbookName }: DemoTask['content']): number =>
  plannedMinutes ?? demoWorkbooks.find(({ name }) => name === workbookName)!.expectedMinutes!;

/** Plans the tasks of each inspector one after the other on working days, by due date. */
export const planOnDays = (tasks: readonly DemoTask[], today: Date): DemoTask[] => {
  const open = planOpenTasks(tasks, today);
  const places = new Map([...open, ...planCompletedTasks(tasks, today, [...open.values()])]);
  return tasks.map((task) => places.get(task) ?? task);
};

/** Active tasks first, then as many assigned tasks as there is time for. */
const planOpenTasks = (tasks: readonly DemoTask[], today: Date): Map<DemoTask, DemoTask> => {
  const random = seededRandom(SEED);
  const days = workDays(today, DAYS);
  const places = new Map<DemoTask, DemoTask>();
  const inOrder = (['Active', 'Assigned'] as const).flatMap((wanted) =>
    tasks
      .filter(({ outcome }) => outcome === wanted)
      .toSorted((a, b) => a.content.dueDate!.getTime() - b.content.dueDate!.getTime()),
  );
  const filled = new Map<string, { day: number; minute: number }>();
  for (const task of inOrder) {
    if (!random.chance(PLANNED)) continue;
    const plannedMinutes = random.chance(UNUSUAL) ? random.pick([20, 75, 150]) : null;
    const minutes = minutesOf({ ...task.content, plannedMinutes });
    const before = filled.get(task.inspector) ?? { day: 0, minute: WORK.from };
    const place = before.minute + minutes > WORK.to ? { day: before.day + 1, minute: WORK.from } : before;
    const midnight = days[place.day];
    if (midnight === undefined) continue;
    const plannedStart = new Date(midnight + place.minute * MINUTE_MS);
    places.set(task, { ...task, content: { ...task.content, plannedStart, plannedMinutes } });
    // Travel time of a quarter to three quarters of an hour.
    filled.set(task.inspector, {
      day: place.day,
      minute: place.minute + minutes + random.pick([15, 15, 30, 45]),
    });
  }
  return places;
};

/** Completed tasks were completed on their due date, or on an earlier day if that one was full. */
const planCompletedTasks = (
  tasks: readonly DemoTask[],
  today: Date,
  open: readonly DemoTask[],
): Map<DemoTask, DemoTask> => {
  const random = seededRandom(SEED);
  const days = workDays(today, PAST);
  const places = new Map<DemoTask, DemoTask>();
  const filled = new Map<string, number>();
  for (const { inspector, content } of open) {
    const minute = content.plannedStart!.getTime() / MINUTE_MS + minutesOf(content) + 15;
    const day = days.findLast((each) => each / MINUTE_MS < minute);
    if (day !== undefined) filled.set(`${inspector} ${day}`, minute - day / MINUTE_MS);
  }
  for (const task of tasks.filter(({ outcome }) => outcome === 'Closed')) {
    const minutes = minutesOf(task.content);
    const minuteOn = (day: number) => filled.get(`${task.inspector} ${day}`) ?? WORK.from;
    const day = days.findLast(
      (each) => each < task.content.dueDate!.getTime() && minuteOn(each) + minutes <= WORK.to,
    )!;
    const plannedStart = new Date(day + minuteOn(day) * MINUTE_MS);
    places.set(task, { ...task, content: { ...task.content, plannedStart } });
    filled.set(`${task.inspector} ${day}`, minuteOn(day) + minutes + random.pick([15, 30, 45]));
  }
  return places;
};

/** The start of each working day in Amsterdam in the given range of days. Clocks change only on Sundays. */
const workDays = (today: Date, { from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => today.getTime() + (from + place) * DAY_MS)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .map((day) => startOfDay(dayText(day), TIME_ZONE));
