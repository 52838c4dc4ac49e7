import { getBrowserLocale } from '#kit/locale.ts';

// Dates as text, in a language's order and with its separators. The values have no time zone: 2026-11-25 or, with a
// time, 2026-11-25T14:30.

const DATE = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

const createFormat = (language: string, hasTime: boolean) =>
  new Intl.DateTimeFormat(getBrowserLocale(language), { ...DATE, ...(hasTime && TIME), timeZone: 'UTC' });

/** Returns, for example, 25/11/2026 in British English or, with a time, 25.11.2026, 14:30 in German. */
export const formatDate = (value: string, language: string): string => {
  const hasTime = value.includes('T');
  return value === '' ? '' : createFormat(language, hasTime).format(new Date(hasTime ? `${value}Z` : value));
};

/** Accepts any separators or none, in the order of the language or of ISO 8601. Undefined if invalid. */
export const parseDate = (
  text: string,
  { language, hasTime }: { language: string; hasTime: boolean },
): string | undefined => {
  const localOrder = listPartOrder(language);
  const numbers = (text.match(/\d+/g) ?? []).flatMap((digits) => splitDate(digits, localOrder));
  if (numbers.length !== (hasTime ? 5 : 3)) return undefined;
  const order = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : localOrder;
  const [year, month, day] = ['year', 'month', 'day'].map((part) => numbers[order.indexOf(part)]!);
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const value = hasTime ? `${date}T${parseHour(text, numbers[3]!)}:${numbers[4]!.padStart(2, '0')}` : date;
  const parsed = new Date(hasTime ? `${value}Z` : value);
  // `Date` turns the 31st of a shorter month into a day in the next month.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) ? value : undefined;
};

const listPartOrder = (language: string): string[] =>
  createFormat(language, false)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');

/** Splits a date without separators, such as 25112026. */
const splitDate = (digits: string, order: readonly string[]): string[] => {
  if (digits.length !== 8) return [digits];
  const [second, third] = order[0] === 'year' ? [4, 6] : [2, 4];
  return [digits.slice(0, second), digits.slice(second, third), digits.slice(third)];
};

const parseHour = (text: string, hour: string): string => {
  const period = /([ap])\.?\s?m\b/i.exec(text)?.[1]?.toLowerCase();
  const hours = period === undefined ? Number(hour) : (Number(hour) % 12) + (period === 'p' ? 12 : 0);
  return String(hours).padStart(2, '0');
};

/** Formats a placeholder as browsers do, such as dd-mm-jjjj in Dutch or tt.mm.jjjj, --:-- in German. */
export const formatDatePlaceholder = (language: string, hasTime: boolean): string => {
  const names = new Intl.DisplayNames(getBrowserLocale(language), { type: 'dateTimeField' });
  return createFormat(language, hasTime)
    .formatToParts(0)
    .map(({ type, value }) => {
      if (type === 'literal') return value;
      if (type === 'year' || type === 'month' || type === 'day')
        return names.of(type)![0]!.toLocaleLowerCase(language).repeat(value.length);
      return '--';
    })
    .join('');
};
