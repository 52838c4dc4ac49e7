import { getLocale } from '#i18n/languages.ts';
import type { Translator } from '#i18n/translator.ts';
import { parseDate, parseTime } from '#workbook-engine/iso-8601.ts';
import type reportTexts from './messages/en/report.json';
import type { ReportData } from './report-data.ts';

export type ReportTranslator = Translator<typeof reportTexts>;

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Numbers outside this range, except 0, appear in scientific notation. */
const MIN_DECIMAL = 1e-6;
const MAX_DECIMAL = 1e21;

export const createFormat = (
  { language, labelLanguage, names, inspection: { timeZone } }: ReportData,
  t: ReportTranslator,
) => {
  const locale = getLocale(language);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const dates = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' });
  const localDates = new Intl.DateTimeFormat(locale, { ...DAY, timeZone });
  const localTimes = new Intl.DateTimeFormat(locale, { ...TIME, timeZone });
  return {
    t,
    labelLanguage,
    number: (value: number) => {
      const magnitude = Math.abs(value);
      const isDecimal = magnitude === 0 || (magnitude >= MIN_DECIMAL && magnitude < MAX_DECIMAL);
      return isDecimal ? numbers.format(value) : String(value);
    },
    /** `yyyy-MM-dd` → 1 March 2026 */
    date: (date: string) => dates.format(parseDate(date)),
    /** `HH:mm` or `HH:mm:ss` → 09:30 */
    time: (time: string) => (parseTime(time)! % 60 === 0 ? time.slice(0, 5) : time),
    name: (userName: string) => names[userName] ?? userName,
    dateTime: (instant: Date) => `${localDates.format(instant)}, ${localTimes.format(instant)}`,
  };
};

export type ReportFormat = ReturnType<typeof createFormat>;
