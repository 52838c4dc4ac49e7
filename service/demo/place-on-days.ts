import { DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import { startOfDay } from '#workbook-engine/iso-8601.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import type { DemoTask } from './plan-demo-tasks.ts';
import { seededRandom } from './seeded-random.ts';

const SEED = 817;
const TIME_ZONE = 'Europe/Amsterdam';
const MINUTE_MS = 60_000;
/** Minutes after midnight between which people work. */
const WORK = { from: 8 * 60, to: 17 * 60 };
/** Days from today on which tasks are planned: some were for yesterday, and were not begun. */
const DAYS = { from: -2, to: 11 };
/** Days before today on which work was done. */
const PAST = { from: -70, to: -1 };
/** What planners have seen to: the rest of what is assigned still waits for a day. */
const PLANNED = 0.7;
/** What takes another time than its workbook says. */
const UNUSUAL = 0.15;

export const minutesOf = ({ plannedMinutes, workbookName }: DemoTask['content']): number =>
  plannedMinutes ?? demoWorkbooks.find(({ name }) => name === workbookName)!.expectedMinutes!;

/** Puts work of each inspector one after the other on working days, what is due first first. */
export const placeOnDays = (tasks: readonly DemoTask[], today: Date): DemoTask[] => {
  const open = placeOpen(tasks, today);
  const places = new Map([...open, ...placeDone(tasks, today, [...open.values()])]);
  return tasks.map((task) => places.get(task) ?? task);
};

/** What is under way, and then of the assigned tasks so many as there is time for. */
const placeOpen = (tasks: readonly DemoTask[], today: Date): Map<DemoTask, DemoTask> => {
  const random = seededRandom(SEED);
  const days = workDays(today, DAYS);
  const places = new Map<DemoTask, DemoTask>();
  const inOrder = (['Active', 'Assigned'] as const).flatMap((wanted) =>
    tasks
      .filter(({ fate }) => fate === wanted)
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
    // A quarter of an hour, or three, to get to the next.
    filled.set(task.inspector, {
      day: place.day,
      minute: place.minute + minutes + random.pick([15, 15, 30, 45]),
    });
  }
  return places;
};

/** What is done was done on the day it was due, after what was not, or on one before when that was full. */
const placeDone = (
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
  for (const task of tasks.filter(({ fate }) => fate === 'Closed')) {
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

/** The midnights in Amsterdam with which working days begin, so many days from today. Clocks change on Sundays only. */
const workDays = (today: Date, { from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => today.getTime() + (from + place) * DAY_MS)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .map((day) => startOfDay(dayText(day), TIME_ZONE));
