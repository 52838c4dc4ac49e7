import type { WorkdayInput, WorkingHours } from '#contract/working-hours.ts';

/** Times are in minutes after midnight. */
export type WeekdayHours = { startsAt: number; endsAt: number; minutes: number };

/** From Monday to Sunday. */
export type WorkingWeek = readonly WeekdayHours[];

/** Monday to Friday from 8:00 to 16:30, with half an hour of breaks. */
export const DEFAULT_WEEK: WorkingWeek = Array.from({ length: 7 }, (_, day) => ({
  startsAt: 8 * 60,
  endsAt: 16 * 60 + 30,
  minutes: day < 5 ? 480 : 0,
}));

const parseTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const formatTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The result may be invalid (see isValidWorkday). */
export const parseWorkday = ({ startsAt, endsAt, minutes }: WorkdayInput): WeekdayHours => {
  const start = parseTime(startsAt);
  return { startsAt: start, endsAt: endsAt === undefined ? start + minutes : parseTime(endsAt), minutes };
};

export const isValidWorkday = ({ startsAt, endsAt, minutes }: WeekdayHours): boolean =>
  minutes <= endsAt - startsAt && endsAt <= 24 * 60;

export const toWorkingHours = (week: WorkingWeek): WorkingHours['days'] =>
  week.map(({ startsAt, endsAt, minutes }) => ({
    startsAt: formatTime(startsAt),
    endsAt: formatTime(endsAt),
    minutes,
  }));
