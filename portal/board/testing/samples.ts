import type { BoardPerson, BoardTask } from '#contract/board.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';

/** A week that starts on Monday and includes the weekend. */
export const FULL_WEEK = { first: 1, hiddenWeekdays: [], today: '2026-11-24' };

/** Returns a time in the machine's time zone, which the board also uses in a browser. */
export const localTime = (day: string, hour: number, minute = 0): string => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date!, hour, minute).toISOString();
};

export const aTask = (overrides: Partial<BoardTask> = {}): BoardTask => ({
  ...DEFAULT_FIELD_VALUES,
  id: 'task',
  revision: '1',
  title: 'Inspect the railing',
  state: 'Assigned',
  teamId: 'team',
  workbookTitle: 'Railing check',
  assigneeId: 1,
  plannedMinutes: null,
  plannedStart: localTime('2026-11-24', 8),
  minutes: 60,
  startDate: null,
  dueDate: null,
  isLate: false,
  location: null,
  itemTitle: null,
  ...overrides,
});

/** Creates a person who works from 8:00 to 16:30, Monday to Friday, in the week of 23 November 2026. */
export const aPerson = (id: number, { absentOn }: { absentOn?: string } = {}): BoardPerson => ({
  id,
  userName: `person${id}`,
  name: 'Person',
  surname: String(id),
  teamIds: ['team'],
  canInspect: true,
  days: Array.from({ length: 7 }, (_, index) => {
    const date = `2026-11-${23 + index}`;
    const isAbsent = date === absentOn;
    const isWorkday = index < 5 && !isAbsent;
    return {
      date,
      workingMinutes: isWorkday ? 480 : 0,
      startsAt: isWorkday ? localTime(date, 8) : null,
      endsAt: isWorkday ? localTime(date, 16, 30) : null,
      isAbsent,
      reason: isAbsent ? 'Holiday' : null,
    };
  }),
});
