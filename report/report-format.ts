import { getLocale } from '#i18n/languages.ts';
import type { Translator } from '#i18n/translator.ts';
import { parseDate, parseTime } from '#workbook-engine/iso-8601.ts';
import type reportTexts from './messages/en/report.json';
import type { ReportData } from './report-data.ts';

export type ReportTranslator = Translator<typeof reportTexts>;

const DAY_OPTIONS = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME_OPTIONS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Numbers outside this range, except 0, appear in scientific notation. */
const MIN_DECIMAL = 1e-6;
const MAX_DECIMAL = 1e21;

export const createReportFormat = (
  { language, labelLanguage, names, inspection: { timeZone } }: ReportData,
  t: ReportTranslator,
) => {
  const locale = getLocale(language);
  const numberFormat = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const dateFormat = new Intl.DateTimeFormat(locale, { ...DAY_OPTIONS, timeZone: 'UTC' });
  const localDateFormat = new Intl.DateTimeFormat(locale, { ...DAY_OPTIONS, timeZone });
  const localTimeFormat = new Intl.DateTimeFormat(locale, { ...TIME_OPTIONS, timeZone });
  return {
    t,
    labelLanguage,
    formatNumber: (value: number) => {
      const magnitude = Math.abs(value);
      const isDecimal = magnitude === 0 || (magnitude >= MIN_DECIMAL && magnitude < MAX_DECIMAL);
      return isDecimal ? numberFormat.format(value) : String(value);
    },
    /** Formats a date (`yyyy-MM-dd`), for example as 1 March 2026. */
    formatDate: (date: string) => dateFormat.format(parseDate(date)),
    /** Formats a time (`HH:mm` or `HH:mm:ss`), for example as 09:30. */
    formatTime: (time: string) => (parseTime(time)! % 60 === 0 ? time.slice(0, 5) : time),
    formatName: (userName: string) => names[userName] ?? userName,
    formatDateTime: (instant: Date) =>
      `${localDateFormat.format(instant)}, ${localTimeFormat.format(instant)}`,
  };
};

export type ReportFormat = ReturnType<typeof createReportFormat>;
