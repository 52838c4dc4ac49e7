const DAY_MS = 86_400_000;

/** Returns another value for each index. */
export const pick = <Value>(values: readonly Value[], index: number): Value =>
  values[(index * 11) % values.length]!;

export const formatInstant = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * DAY_MS).toISOString();
