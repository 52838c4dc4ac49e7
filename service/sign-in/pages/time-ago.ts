const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats how long ago something happened, independent of the time zone. */
export const timeAgo = (then: Date, now: Date, language: string): string => {
  const seconds = Math.round((then.getTime() - now.getTime()) / 1_000);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.round(seconds / length),
    unit,
  );
};
