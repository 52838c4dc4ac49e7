import type { WorkdayInput, WorkingHours } from '#contract/working-hours.ts';

/** The working hours on one day of the week, with times in minutes after midnight. */
export type WeekdayHours = { startsAt: number; endsAt: number; minutes: number };

/** The working hours from Monday to Sunday. */
export type WorkingWeek = readonly WeekdayHours[];

const createOfficeDay = (minutes: number): WeekdayHours => ({
  startsAt: 8 * 60,
  endsAt: 16 * 60 + 30,
  minutes,
});

/** The default working hours: Monday to Friday from 8:00 to 16:30, with half an hour of breaks. */
export const DEFAULT_WEEK: WorkingWeek = Array.from({ length: 7 }, (_, day) =>
  createOfficeDay(day < 5 ? 480 : 0),
);

const MAX_WORKDAY_MINUTES = 24 * 60;

const parseTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const formatTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Parses the hours of a day. Use `isValidWorkday` to check them. */
export const parseWorkday = ({ startsAt, endsAt, minutes }: WorkdayInput): WeekdayHours => {
  const start = parseTime(startsAt);
  return { startsAt: start, endsAt: endsAt === undefined ? start + minutes : parseTime(endsAt), minutes };
};

export const isValidWorkday = ({ startsAt, endsAt, minutes }: WeekdayHours): boolean =>
  minutes <= endsAt - startsAt && endsAt <= MAX_WORKDAY_MINUTES;

export const toWorkingHours = (week: WorkingWeek): WorkingHours['days'] =>
  week.map(({ startsAt, endsAt, minutes }) => ({
    startsAt: formatTime(startsAt),
    endsAt: formatTime(endsAt),
    minutes,
  }));
