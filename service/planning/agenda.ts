import type { Place } from './great-circle.ts';

const MINUTE = 60_000;
/** Plans begin at full five minutes. */
const GRID = 5 * MINUTE;

/** Something that a person is to do from one instant to another, in milliseconds. */
export type Engagement = { start: number; end: number; place: Place | null };

/** When a person works on a day. */
export type Workday = { startsAt: number; endsAt: number; workingMinutes: number };

/** One working day of a person and what is planned in it, in the order of its beginning. */
export type Agenda = Workday & { engagements: Engagement[]; plannedMinutes: number };

export const openAgenda = (day: Workday, engagements: readonly Engagement[]): Agenda => {
  const ofDay = engagements
    .filter(({ start, end }) => start < day.endsAt && end > day.startsAt)
    .toSorted((one, other) => one.start - other.start);
  return { ...day, engagements: ofDay, plannedMinutes: minutesTaken(day, ofDay) };
};

/** Minutes between beginning and end of work that are taken; what is planned twice takes them once. */
const minutesTaken = ({ startsAt, endsAt }: Workday, engagements: readonly Engagement[]): number => {
  let [taken, upTo] = [0, startsAt];
  for (const { start, end } of engagements) {
    taken += Math.max(0, Math.min(end, endsAt) - Math.max(start, upTo));
    upTo = Math.max(upTo, end);
  }
  return Math.ceil(taken / MINUTE);
};

/**
 * The first instant from which there is room for so many minutes, between other engagements and within the working minutes
 * of the day; undefined when there is none.
 */
export const findRoom = (agenda: Agenda, minutes: number, notBefore: number): number | undefined => {
  if (agenda.plannedMinutes + minutes > agenda.workingMinutes) return undefined;
  const needed = minutes * MINUTE;
  let start = onGrid(Math.max(agenda.startsAt, notBefore));
  for (const engagement of agenda.engagements) {
    if (start + needed <= engagement.start) break;
    start = Math.max(start, onGrid(engagement.end));
  }
  return start + needed <= agenda.endsAt ? start : undefined;
};

const onGrid = (instant: number): number => Math.ceil(instant / GRID) * GRID;

/** Takes the time from `start` on; it is free (findRoom). */
export const engage = (agenda: Agenda, start: number, minutes: number, place: Place | null): void => {
  const engagement = { start, end: start + minutes * MINUTE, place };
  agenda.engagements = [...agenda.engagements, engagement].sort((one, other) => one.start - other.start);
  agenda.plannedMinutes += minutes;
};
