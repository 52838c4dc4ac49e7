import { plannedMinutesOf, type TimeSpan } from '#contract/planned-minutes.ts';
import type { Place } from './great-circle.ts';

const MINUTE = 60_000;
/** Plans begin at full five minutes. */
const GRID = 5 * MINUTE;

/** Something that a person is to do from one instant to another, in milliseconds; `taskId`: of what it is a plan. */
export type Engagement = TimeSpan & { place: Place | null; taskId?: string };

/** When a person works on a day; `day`: from midnight to midnight. */
export type Workday = { day: TimeSpan; startsAt: number; endsAt: number; workingMinutes: number };

/** One working day of a person and what is planned in it, in the order of its beginning. */
export type Agenda = Workday & { engagements: Engagement[]; plannedMinutes: number };

export const openAgenda = (workday: Workday, engagements: readonly Engagement[]): Agenda => {
  const { day } = workday;
  const ofDay = engagements
    .filter(({ start, end }) => start < day.end && end > day.start)
    .toSorted((one, other) => one.start - other.start);
  return { ...workday, engagements: ofDay, plannedMinutes: plannedMinutesOf(day, ofDay) };
};

/**
 * The first instant from which there is room for so many minutes, between other engagements and within the working minutes
 * of the day; undefined when there is none.
 */
export const findRoom = (agenda: Agenda, minutes: number, notBefore: number): number | undefined => {
  if (agenda.plannedMinutes + minutes > agenda.workingMinutes) return undefined;
  const needed = minutes * MINUTE;
  // Hours by the clock of another time zone may reach into another day of the board.
  let start = onGrid(Math.max(agenda.startsAt, agenda.day.start, notBefore));
  for (const engagement of agenda.engagements) {
    if (start + needed <= engagement.start) break;
    start = Math.max(start, onGrid(engagement.end));
  }
  return start + needed <= Math.min(agenda.endsAt, agenda.day.end) ? start : undefined;
};

const onGrid = (instant: number): number => Math.ceil(instant / GRID) * GRID;

/** Takes the time from `start` on; it is free (findRoom). */
export const engage = (agenda: Agenda, start: number, minutes: number, place: Place | null): void => {
  const engagement = { start, end: start + minutes * MINUTE, place };
  agenda.engagements = [...agenda.engagements, engagement].sort((one, other) => one.start - other.start);
  agenda.plannedMinutes += minutes;
};
