// Moments as the reader's language writes them, in the time zone of the browser.

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language + JSON.stringify(options);
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options);
    formats.set(key, known);
  }
  return known;
};

/** Tue 24 Nov; with the year when it is another than this one. */
export const sayDay = (moment: string | Date, language: string): string => {
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return format(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
};

/** Tue 24: where the month is known. */
export const sayDayOfMonth = (moment: string | Date, language: string): string =>
  format(language, { weekday: 'short', day: 'numeric' }).format(new Date(moment));

/** 14:05 */
export const sayTime = (moment: string | Date, language: string): string =>
  format(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(moment));

/** Tue 24 Nov, 14:05 */
export const sayMoment = (moment: string | Date, language: string): string =>
  `${sayDay(moment, language)}, ${sayTime(moment, language)}`;

/** 1 h 30 min; the same words in both languages, but for the hour. */
export const sayMinutes = (minutes: number, language: string): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const hour = language === 'nl' ? 'u' : 'h';
  return [hours > 0 && `${hours} ${hour}`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ');
};

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
