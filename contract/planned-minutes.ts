/** A period in milliseconds since 1970; the end is exclusive. */
export type TimeSpan = { start: number; end: number };

/**
 * Number of minutes planned for a person on a day. The workload bar on the board and the suggestions both use this
 * function, so that a suggestion never overfills a day. Every planned minute of the day counts, also outside working
 * hours. Overlapping tasks each count in full, because the person has to do all of them.
 */
export const plannedMinutesOf = (day: TimeSpan, planned: readonly TimeSpan[]): number => {
  const milliseconds = planned.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start)),
    0,
  );
  return Math.round(milliseconds / 60_000);
};
