import { readDay, readTime } from '#workbook-engine/iso-8601.ts';
import type { ReportFacts } from './report-facts.ts';
import { REPORT_WORDS, type ReportWords } from './report-words.ts';

/** How a report speaks: its words, and the form of numbers, days and times in its language and the team's time zone. */
export type Speech = {
  words: ReportWords;
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
/** Beyond, a number would be written with hundreds of digits. */
const LARGEST_WRITTEN_OUT = 1e21;
const SMALLEST_WRITTEN_OUT = 1e-6;

export const speechOf = ({
  language,
  labelLanguage,
  names,
  inspection: { timeZone },
}: ReportFacts): Speech => {
  const words = REPORT_WORDS[language];
  const numbers = new Intl.NumberFormat(words.locale, { useGrouping: false, maximumFractionDigits: 20 });
  const days = new Intl.DateTimeFormat(words.locale, { ...DAY, timeZone: 'UTC' });
  const localDays = new Intl.DateTimeFormat(words.locale, { ...DAY, timeZone });
  const localTimes = new Intl.DateTimeFormat(words.locale, { ...TIME, timeZone });
  return {
    words,
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
