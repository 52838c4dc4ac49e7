import { calculatePlannedMinutes, type TimeSpan } from '#contract/planned-minutes.ts';
import type { Coordinates } from './great-circle.ts';

const MINUTE = 60_000;
/** Planned starts are multiples of five minutes. */
const GRID = 5 * MINUTE;

/** A time when a person is not free, in milliseconds. `taskId` is set for a planned task. */
export type Appointment = TimeSpan & { location: Coordinates | null; taskId?: string };

/** The working time of a person on one day; `day` is from midnight to midnight. */
export type Workday = { day: TimeSpan; startsAt: number; endsAt: number; workingMinutes: number };

/** A working day of a person with its appointments, sorted by start. */
export type DaySchedule = Workday & { appointments: Appointment[]; plannedMinutes: number };

export const createDaySchedule = (workday: Workday, appointments: readonly Appointment[]): DaySchedule => {
  const { day } = workday;
  const dayAppointments = appointments
    .filter(({ start, end }) => start < day.end && end > day.start)
    .toSorted((a, b) => a.start - b.start);
  return {
    ...workday,
    appointments: dayAppointments,
    plannedMinutes: calculatePlannedMinutes(day, dayAppointments),
  };
};

/**
 * The earliest start of a free period of this length, without exceeding the working minutes of the day; undefined if there is
 * none.
 */
export const findFreeTime = (
  daySchedule: DaySchedule,
  minutes: number,
  notBefore: number,
): number | undefined => {
  if (daySchedule.plannedMinutes + minutes > daySchedule.workingMinutes) return undefined;
  const duration = minutes * MINUTE;
  // Working hours in another time zone may start on the previous day, or end on the next one.
  let start = roundUpToGrid(Math.max(daySchedule.startsAt, daySchedule.day.start, notBefore));
  for (const appointment of daySchedule.appointments) {
    if (start + duration <= appointment.start) break;
    start = Math.max(start, roundUpToGrid(appointment.end));
  }
  return start + duration <= Math.min(daySchedule.endsAt, daySchedule.day.end) ? start : undefined;
};

const roundUpToGrid = (instant: number): number => Math.ceil(instant / GRID) * GRID;

/** Adds an appointment at a free time (see findFreeTime). */
export const book = (
  daySchedule: DaySchedule,
  start: number,
  minutes: number,
  location: Coordinates | null,
): void => {
  const appointment = { start, end: start + minutes * MINUTE, location };
  daySchedule.appointments = [...daySchedule.appointments, appointment].sort((a, b) => a.start - b.start);
  daySchedule.plannedMinutes += minutes;
};
