import { calculatePlannedMinutes, type TimeSpan } from '#contract/planned-minutes.ts';
import type { Coordinates } from './great-circle.ts';

const MINUTE_MS = 60_000;
/** Suggested starts are multiples of five minutes. */
const GRID_MS = 5 * MINUTE_MS;

/** A period during which a person is busy. `taskId` is set for planned tasks. */
export type Appointment = TimeSpan & { location: Coordinates | null; taskId?: string };

/** `day` runs from midnight to midnight. */
export type Workday = { day: TimeSpan; startsAt: number; endsAt: number; workingMinutes: number };

/** `appointments` is sorted by start. */
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

/** Finds the earliest start that fits between the appointments and within the day's working minutes. */
export const findFreeTime = (
  daySchedule: DaySchedule,
  minutes: number,
  notBefore: number,
): number | undefined => {
  if (daySchedule.plannedMinutes + minutes > daySchedule.workingMinutes) return undefined;
  const duration = minutes * MINUTE_MS;
  // Working hours may start or end on another day in the time zone of the plan.
  let start = roundUpToGrid(Math.max(daySchedule.startsAt, daySchedule.day.start, notBefore));
  for (const appointment of daySchedule.appointments) {
    if (start + duration <= appointment.start) break;
    start = Math.max(start, roundUpToGrid(appointment.end));
  }
  return start + duration <= Math.min(daySchedule.endsAt, daySchedule.day.end) ? start : undefined;
};

const roundUpToGrid = (instant: number): number => Math.ceil(instant / GRID_MS) * GRID_MS;

export const addAppointment = (
  daySchedule: DaySchedule,
  start: number,
  minutes: number,
  location: Coordinates | null,
): void => {
  const appointment = { start, end: start + minutes * MINUTE_MS, location };
  daySchedule.appointments = [...daySchedule.appointments, appointment].sort((a, b) => a.start - b.start);
  daySchedule.plannedMinutes += minutes;
};
