import { currentLanguage } from './current-language.ts';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export const formatTimeAgo = (date: string | Date, now = Date.now()): string => {
  const seconds = Math.round((new Date(date).getTime() - now) / 1_000);
  const [unit, unitLength] =
    UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(
    Math.trunc(seconds / unitLength) || 0,
    unit,
  );
};
