import type { Appointment, DaySchedule } from './day-schedule.ts';
import { type Coordinates, metresBetween } from './great-circle.ts';
import type { OpenTask, Option, Worker } from './suggest.ts';

const METRES_PER_MINUTE = 500;
/** Travel time in minutes to the first task of a day, since the starting point is unknown. */
const TRAVEL_TO_FIRST = 10;
/** The cost when a person, or a day, is fully booked. */
const FULL = 30;
/** The cost of each task beyond a person's fair share, and beyond a day's fair share. */
const BEYOND_OWN_SHARE = 40;
const BEYOND_SHARE_OF_DAY = 10;
/** At most this many tasks beyond a fair share add to the cost. */
const MAX_BEYOND = 3;
const A_DAY_LATER = 0.5;
const FAMILIAR = -10;
/** More than all other costs put together: even the far side of the earth is only 40,000 minutes away. */
const OVERDUE = 1_000_000;

const MINUTE = 60_000;

/** A person's time during the period, with the person's planned minutes and working minutes. */
export type Schedule = { worker: Worker; daySchedules: DaySchedule[]; planned: number; working: number };

/**
 * An option and its cost (suggest.ts). `share` is the fraction of the working minutes that all the work would take up.
 */
export const createOption = (
  { minutes, location, due, visits }: OpenTask,
  { worker, planned, working }: Schedule,
  { daySchedule, start, dayIndex }: { daySchedule: DaySchedule; start: number; dayIndex: number },
  share: number,
): Option => {
  const metres = location === null ? null : metresToNearest(location, daySchedule.appointments);
  const lateBy = due === null ? 0 : Math.max(0, Math.ceil((start - due) / MINUTE) + minutes);
  const travel = metres === null ? (location === null ? 0 : TRAVEL_TO_FIRST) : metres / METRES_PER_MINUTE;
  const countBeyond = (total: number, fair: number) =>
    Math.min(MAX_BEYOND, Math.max(0, (total - fair) / minutes));
  const cost =
    travel +
    (FULL * (planned + minutes)) / working +
    (FULL * (daySchedule.plannedMinutes + minutes)) / daySchedule.workingMinutes +
    BEYOND_OWN_SHARE * countBeyond(planned + minutes, share * working) +
    BEYOND_SHARE_OF_DAY *
      countBeyond(daySchedule.plannedMinutes + minutes, share * daySchedule.workingMinutes) +
    A_DAY_LATER * dayIndex +
    (visits.has(worker.id) ? FAMILIAR : 0) +
    (lateBy > 0 ? OVERDUE + lateBy : 0);
  return {
    workerId: worker.id,
    start,
    metres,
    plannedMinutes: daySchedule.plannedMinutes + minutes,
    workingMinutes: daySchedule.workingMinutes,
    lateBy,
    cost,
  };
};

const metresToNearest = (location: Coordinates, appointments: readonly Appointment[]): number | null => {
  let metres: number | null = null;
  for (const appointment of appointments) {
    if (appointment.location === null) continue;
    metres = Math.min(metres ?? Number.POSITIVE_INFINITY, metresBetween(location, appointment.location));
  }
  return metres;
};
