/** A period of time in milliseconds since 1970. It does not include `end`. */
export type TimeSpan = { start: number; end: number };

/**
 * Calculates the number of minutes that are planned for a person on a given day. The workload bar on the board and
 * the suggestions use this function, so that a suggestion never overbooks a day. Minutes outside working hours
 * count, too. Overlapping tasks each count in full, because the person has to do all of them.
 */
export const calculatePlannedMinutes = (day: TimeSpan, planned: readonly TimeSpan[]): number => {
  const milliseconds = planned.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start)),
    0,
  );
  return Math.round(milliseconds / 60_000);
};
