import { localeOf } from '#i18n/languages.ts';
import type { TextOf } from '#i18n/texts.ts';
import { readDay, readTime } from '#workbook-engine/iso-8601.ts';
import type reportTexts from './messages/en/report.json';
import type { ReportFacts } from './report-facts.ts';

/** Returns a text of a report in its language. */
export type ReportTextOf = TextOf<typeof reportTexts>;

/** Texts of a report, and formatting of numbers, dates and times for its language and the team's time zone. */
export type ReportFormat = {
  t: ReportTextOf;
  labelLanguage: string;
  number(value: number): string;
  /** `yyyy-MM-dd` → 1 March 2026 */
  day(day: string): string;
  /** `HH:mm` or `HH:mm:ss` → 09:30 */
  time(time: string): string;
  moment(instant: Date): string;
  /** The full name of a user. */
  name(userName: string): string;
};

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Larger numbers are shown in scientific notation. */
const LARGEST_WRITTEN_OUT = 1e21;
const SMALLEST_WRITTEN_OUT = 1e-6;

/** `t` has the texts of the language of the report. */
export const createFormat = (
  { language, labelLanguage, names, inspection: { timeZone } }: ReportFacts,
  t: ReportTextOf,
): ReportFormat => {
  const locale = localeOf(language);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const days = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' });
  const localDays = new Intl.DateTimeFormat(locale, { ...DAY, timeZone });
  const localTimes = new Intl.DateTimeFormat(locale, { ...TIME, timeZone });
  return {
    t,
    labelLanguage,
    number: (value) => {
      const size = Math.abs(value);
      const isWrittenOut = size === 0 || (size >= SMALLEST_WRITTEN_OUT && size < LARGEST_WRITTEN_OUT);
      return isWrittenOut ? numbers.format(value) : String(value);
    },
    day: (day) => days.format(readDay(day)),
    time: (time) => (readTime(time)! % 60 === 0 ? time.slice(0, 5) : time),
    name: (userName) => names[userName] ?? userName,
    moment: (instant) => `${localDays.format(instant)}, ${localTimes.format(instant)}`,
  };
};
