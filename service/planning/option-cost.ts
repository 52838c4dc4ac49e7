import type { Appointment, DaySchedule } from './day-schedule.ts';
import { type Coordinates, calculateDistance } from './great-circle.ts';
import type { OpenTask, Option, PlannedPerson } from './suggest.ts';

const METRES_PER_MINUTE = 500;
/** An assumption: the starting point is unknown. */
const TRAVEL_MINUTES_TO_FIRST_TASK = 10;
/** The cost of a fully booked person or day. */
const FULLY_BOOKED_COST = 30;
/** The cost per task beyond a person's or a day's fair share. */
const COST_BEYOND_SHARE_OF_PERSON = 40;
const COST_BEYOND_SHARE_OF_DAY = 10;
/** Caps the tasks beyond a fair share that add to the cost. */
const MAX_TASKS_BEYOND_SHARE = 3;
const COST_PER_LATER_DAY = 0.5;
const FAMILIARITY_COST = -10;
/** More than all other costs combined: even the far side of the earth is only 40,000 minutes away. */
const LATENESS_COST = 1_000_000;

const MINUTE_MS = 60_000;

export type Schedule = {
  person: PlannedPerson;
  daySchedules: DaySchedule[];
  plannedMinutes: number;
  workingMinutes: number;
};

/** `share` is the fraction of the working minutes that all work would fill (see suggest.ts). */
export const createOption = (
  { minutes, location, due, earlierInspections }: OpenTask,
  { person, plannedMinutes, workingMinutes }: Schedule,
  { daySchedule, start, dayIndex }: { daySchedule: DaySchedule; start: number; dayIndex: number },
  share: number,
): Option => {
  const metres = location === null ? null : calculateDistanceToNearest(location, daySchedule.appointments);
  const minutesLate = due === null ? 0 : Math.max(0, Math.ceil((start - due) / MINUTE_MS) + minutes);
  const travelMinutes =
    metres === null ? (location === null ? 0 : TRAVEL_MINUTES_TO_FIRST_TASK) : metres / METRES_PER_MINUTE;
  const countTasksBeyondShare = (total: number, fairMinutes: number) =>
    Math.min(MAX_TASKS_BEYOND_SHARE, Math.max(0, (total - fairMinutes) / minutes));
  const cost =
    travelMinutes +
    (FULLY_BOOKED_COST * (plannedMinutes + minutes)) / workingMinutes +
    (FULLY_BOOKED_COST * (daySchedule.plannedMinutes + minutes)) / daySchedule.workingMinutes +
    COST_BEYOND_SHARE_OF_PERSON * countTasksBeyondShare(plannedMinutes + minutes, share * workingMinutes) +
    COST_BEYOND_SHARE_OF_DAY *
      countTasksBeyondShare(daySchedule.plannedMinutes + minutes, share * daySchedule.workingMinutes) +
    COST_PER_LATER_DAY * dayIndex +
    (earlierInspections.has(person.id) ? FAMILIARITY_COST : 0) +
    (minutesLate > 0 ? LATENESS_COST + minutesLate : 0);
  return {
    personId: person.id,
    start,
    metres,
    plannedMinutes: daySchedule.plannedMinutes + minutes,
    workingMinutes: daySchedule.workingMinutes,
    minutesLate,
    cost,
  };
};

const calculateDistanceToNearest = (
  location: Coordinates,
  appointments: readonly Appointment[],
): number | null => {
  let metres: number | null = null;
  for (const appointment of appointments) {
    if (appointment.location === null) continue;
    metres = Math.min(metres ?? Number.POSITIVE_INFINITY, calculateDistance(location, appointment.location));
  }
  return metres;
};
