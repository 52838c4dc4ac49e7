import { currentLanguage } from './current-language.ts';
import { getBrowserLocale } from './locale.ts';

// Formats dates and times in the browser's time zone and, by default, in the selected language.

const formats = new Map<string, Intl.DateTimeFormat>();

const getFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = getBrowserLocale(language);
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Includes the year if it is not the current one: Mon 11 Jan 2027. */
export const formatDay = (date: string | Date, language: string = currentLanguage()): string => {
  const day = new Date(date);
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  const text = getFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(day);
  // In some locales, such as en-GB, the comma after the weekday depends on whether there is a year.
  return text.replace(WEEKDAY_COMMA_PATTERN, '$1 ');
};

const WEEKDAY_COMMA_PATTERN = /^(\p{L}+), (?=\d)/u;

/** Formats a day without its month, such as Tue 24, for use next to a month heading. */
export const formatDayOfMonth = (date: string | Date, language: string = currentLanguage()): string =>
  getFormat(language, { weekday: 'short', day: 'numeric' }).format(new Date(date));

export const formatTime = (date: string | Date, language: string = currentLanguage()): string =>
  getFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(date));

export const formatDateTime = (date: string | Date, language: string = currentLanguage()): string =>
  `${formatDay(date, language)}, ${formatTime(date, language)}`;

/** Formats a duration, such as 1 h 30 min or, in Dutch, 1 u 30 min. */
export const formatDuration = (minutes: number, language: string = currentLanguage()): string => {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const hour = getHourUnit(language);
  return [hours > 0 && `${hours} ${hour}`, (remainingMinutes > 0 || hours === 0) && `${remainingMinutes} min`]
    .filter(Boolean)
    .join(' ');
};

const hourUnits = new Map<string, string>();

/** Caches the unit because a board formats hundreds of durations. */
const getHourUnit = (language: string): string => {
  const cachedUnit = hourUnits.get(language);
  if (cachedUnit !== undefined) return cachedUnit;
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  const unit = hours.formatToParts(1).find(({ type }) => type === 'unit')!.value;
  hourUnits.set(language, unit);
  return unit;
};

export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
