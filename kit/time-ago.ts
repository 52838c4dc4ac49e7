const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Relative time in whole units: 2 hours ago. */
export const timeAgo = (then: string | Date, language: string, now = Date.now()): string => {
  const seconds = Math.round((new Date(then).getTime() - now) / 1_000);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.trunc(seconds / length) || 0,
    unit,
  );
};
