/** In milliseconds since 1970. `end` is exclusive. */
export type TimeSpan = { start: number; end: number };

/** Includes minutes outside working hours. Overlapping tasks each count in full: the person has to do all of them. */
export const calculatePlannedMinutes = (day: TimeSpan, planned: readonly TimeSpan[]): number => {
  const milliseconds = planned.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, day.end) - Math.max(start, day.start)),
    0,
  );
  return Math.round(milliseconds / 60_000);
};
