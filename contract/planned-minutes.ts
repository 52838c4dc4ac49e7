/** A stretch of time, in milliseconds since 1970; the end is not included. */
export type TimeSpan = { start: number; end: number };

/**
 * How many minutes of a day are planned for a person: the one calculation behind the bar of a day on the board and behind
 * suggestions, so that a suggestion never overfills a day. Every planned minute between midnight and midnight counts,
 * outside working hours too; tasks at the same time count one by one, because the person has to do all of them.
 */
export const plannedMinutesOf = (day: TimeSpan, planned: readonly TimeSpan[]): number => {
  const milliseconds = planned.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start)),
    0,
  );
  return Math.round(milliseconds / 60_000);
};
