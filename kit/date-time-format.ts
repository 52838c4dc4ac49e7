import { localeFor } from './locale.ts';

// Dates and times in the user's language and the time zone of the browser.

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = localeFor(language);
  const key = locale + JSON.stringify(options);
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(locale, options);
    formats.set(key, known);
  }
  return known;
};

/** Tue 24 Nov; with the year if it is not the current one. */
export const formatDay = (moment: string | Date, language: string): string => {
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return format(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
};

/** Tue 24: for places that already show the month. */
export const formatDayOfMonth = (moment: string | Date, language: string): string =>
  format(language, { weekday: 'short', day: 'numeric' }).format(new Date(moment));

/** 14:05 */
export const formatTime = (moment: string | Date, language: string): string =>
  format(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(moment));

/** Tue 24 Nov, 14:05 */
export const formatDateTime = (moment: string | Date, language: string): string =>
  `${formatDay(moment, language)}, ${formatTime(moment, language)}`;

/** 1 h 30 min; 1 u 30 min in Dutch. */
export const formatDuration = (minutes: number, language: string): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const hour = hourUnit(language);
  return [hours > 0 && `${hours} ${hour}`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ');
};

const hourUnits = new Map<string, string>();

/** Stored, because a board formats hundreds of durations. */
const hourUnit = (language: string): string => {
  const known = hourUnits.get(language);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  const unit = format.formatToParts(1).find(({ type }) => type === 'unit')!.value;
  hourUnits.set(language, unit);
  return unit;
};

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
