import { getBrowserLocale } from '#kit/locale.ts';

// Values have no time zone: 2026-11-25 or, with a time, 2026-11-25T14:30.

const DATE_OPTIONS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const TIME_OPTIONS = { hour: '2-digit', minute: '2-digit' } as const;

const createFormatter = (language: string, hasTime: boolean) =>
  new Intl.DateTimeFormat(getBrowserLocale(language), {
    ...DATE_OPTIONS,
    ...(hasTime && TIME_OPTIONS),
    timeZone: 'UTC',
  });

/** Returns, for example, 25/11/2026 in British English or, with a time, 25.11.2026, 14:30 in German. */
export const formatDate = (value: string, language: string): string => {
  if (value === '') return '';
  const hasTime = value.includes('T');
  return createFormatter(language, hasTime).format(new Date(hasTime ? `${value}Z` : value));
};

/** Accepts any separators or none, in the order of the language or of ISO 8601. */
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
  const parsedDate = new Date(hasTime ? `${value}Z` : value);
  // `Date` turns the 31st of a shorter month into a day in the next month.
  return !Number.isNaN(parsedDate.getTime()) && parsedDate.toISOString().startsWith(value)
    ? value
    : undefined;
};

const listPartOrder = (language: string): string[] =>
  createFormatter(language, false)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');

/** Splits a date without separators, such as 25112026. */
const splitDate = (digits: string, order: readonly string[]): string[] => {
  if (digits.length !== 8) return [digits];
  const [secondStart, thirdStart] = order[0] === 'year' ? [4, 6] : [2, 4];
  return [digits.slice(0, secondStart), digits.slice(secondStart, thirdStart), digits.slice(thirdStart)];
};

const parseHour = (text: string, hour: string): string => {
  const period = /([ap])\.?\s?m\b/i.exec(text)?.[1]?.toLowerCase();
  const hours = period === undefined ? Number(hour) : (Number(hour) % 12) + (period === 'p' ? 12 : 0);
  return String(hours).padStart(2, '0');
};

/** Follows browsers: dd-mm-jjjj in Dutch, for example, or tt.mm.jjjj, --:-- in German. */
export const formatDatePlaceholder = (language: string, hasTime: boolean): string => {
  const names = new Intl.DisplayNames(getBrowserLocale(language), { type: 'dateTimeField' });
  return createFormatter(language, hasTime)
    .formatToParts(0)
    .map(({ type, value }) => {
      if (type === 'literal') return value;
      if (type === 'year' || type === 'month' || type === 'day')
        return names.of(type)![0]!.toLocaleLowerCase(language).repeat(value.length);
      return '--';
    })
    .join('');
};
