import { DatePicker, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { formatIsoDate } from '#kit/days.ts';
import { getBrowserLocale, getWeek } from '#kit/locale.ts';

type Props = {
  /** A day such as 2026-11-25, or an empty string if no day is selected. */
  day: string;
  onSelect: (day: string) => void;
};

export const DayCalendar = ({ day, onSelect }: Props) => {
  const { t } = useTranslation('general');
  const settings = {
    locale: registerLocale(getBrowserLocale(currentLanguage())),
    firstDayOfWeek: getWeek(currentLanguage()).first as 0 | 1 | 2 | 3 | 4 | 5 | 6,
    // Weekends are not red: the contrast would be too low, and red means an error.
    weekendDays: [],
  };
  const focusedDay = day || formatIsoDate(new Date());
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        value={day || null}
        defaultDate={focusedDay}
        onChange={(selected) => onSelect(selected ?? day)}
        maxLevel="year"
        highlightToday
        hideOutsideDates
        getDayProps={(date) => (date === focusedDay ? { 'data-autofocus': true } : {})}
        ariaLabels={{
          previousMonth: t('previousMonth'),
          nextMonth: t('nextMonth'),
          previousYear: t('previousYear'),
          nextYear: t('nextYear'),
        }}
        // Escape closes only the calendar, not the dialog around it.
        __stopPropagation
      />
    </DatesProvider>
  );
};

const registeredLocales = new Set<string>();

/** Registers the browser's names for days and months with dayjs, and returns the name of the dayjs locale. */
const registerLocale = (locale: string): string => {
  // dayjs looks up locales in lower case.
  const name = locale.toLowerCase();
  if (registeredLocales.has(name)) return name;
  registeredLocales.add(name);
  const formatNames = (count: number, options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    // 1 January 2023 is a Sunday.
    return Array.from({ length: count }, (_, index) =>
      format('month' in options ? Date.UTC(2023, index) : Date.UTC(2023, 0, index + 1)),
    );
  };
  const names = {
    weekdays: formatNames(7, { weekday: 'long' }),
    weekdaysMin: formatNames(7, { weekday: 'short' }),
    months: formatNames(12, { month: 'long' }),
    monthsShort: formatNames(12, { month: 'short' }),
  };
  dayjs.locale({ ...names, name, formats: {}, relativeTime: {} }, undefined, true);
  return name;
};
