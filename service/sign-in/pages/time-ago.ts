const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export const formatTimeAgo = (date: Date, now: Date, language: string): string => {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000);
  const [unit, unitSeconds] =
    UNITS.find(([, minimum]) => Math.abs(seconds) >= minimum) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.round(seconds / unitSeconds),
    unit,
  );
};
