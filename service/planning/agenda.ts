import { plannedMinutesOf, type TimeSpan } from '#contract/planned-minutes.ts';
import type { Place } from './great-circle.ts';

const MINUTE = 60_000;
/** Planned starts are multiples of five minutes. */
const GRID = 5 * MINUTE;

/** An appointment of a person, in milliseconds; `taskId` is the planned task, if it is one. */
export type Appointment = TimeSpan & { place: Place | null; taskId?: string };

/** The working time of a person on one day; `day` is from midnight to midnight. */
export type Workday = { day: TimeSpan; startsAt: number; endsAt: number; workingMinutes: number };

/** A working day of a person and its appointments, in the order of their start. */
export type Agenda = Workday & { appointments: Appointment[]; plannedMinutes: number };

export const openAgenda = (workday: Workday, appointments: readonly Appointment[]): Agenda => {
  const { day } = workday;
  const ofDay = appointments
    .filter(({ start, end }) => start < day.end && end > day.start)
    .toSorted((one, other) => one.start - other.start);
  return { ...workday, appointments: ofDay, plannedMinutes: plannedMinutesOf(day, ofDay) };
};

/**
 * The first start at which so many minutes are free, between other appointments and within the working minutes of the day;
 * undefined if there is none.
 */
export const findFreeTime = (agenda: Agenda, minutes: number, notBefore: number): number | undefined => {
  if (agenda.plannedMinutes + minutes > agenda.workingMinutes) return undefined;
  const needed = minutes * MINUTE;
  // Working hours in another time zone may extend into another day of the board.
  let start = onGrid(Math.max(agenda.startsAt, agenda.day.start, notBefore));
  for (const appointment of agenda.appointments) {
    if (start + needed <= appointment.start) break;
    start = Math.max(start, onGrid(appointment.end));
  }
  return start + needed <= Math.min(agenda.endsAt, agenda.day.end) ? start : undefined;
};

const onGrid = (instant: number): number => Math.ceil(instant / GRID) * GRID;

/** Adds an appointment at a free time (see findFreeTime). */
export const book = (agenda: Agenda, start: number, minutes: number, place: Place | null): void => {
  const appointment = { start, end: start + minutes * MINUTE, place };
  agenda.appointments = [...agenda.appointments, appointment].sort((one, other) => one.start - other.start);
  agenda.plannedMinutes += minutes;
};
