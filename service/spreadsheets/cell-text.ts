/** Whether a number format shows a date, a time or both. */
export type TimeKind = 'date' | 'time' | 'dateTime';

/** The content of a cell as in the file. */
export type RawCell = {
  type: string;
  value: string | undefined;
  formula: string;
  moment: TimeKind | undefined;
};

/**
 * The content of a cell as text: whole numbers without decimals, booleans as TRUE and FALSE, dates and times in ISO 8601
 * without a time zone. A formula without a stored value is returned as its own text.
 */
export const cellText = (
  { type, value, formula, moment }: RawCell,
  sharedTexts: readonly string[],
  is1904: boolean,
): string => {
  if (value === undefined) return formula === '' ? '' : `=${formula}`;
  switch (type) {
    case 's':
      return sharedTexts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(value, moment, is1904);
    default:
      return plainText(value);
  }
};

const numberText = (value: string, moment: TimeKind | undefined, is1904: boolean): string => {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  const written = moment === undefined ? undefined : momentText(number, moment, is1904);
  // Spreadsheets show fifteen digits of calculated numbers.
  return written ?? String(Number(number.toPrecision(15)));
};

const SECONDS_PER_DAY = 86_400;
const AFTER_YEAR_9999 = 2_958_466;
const DAYS_UNTIL_1904 = 1_462;

/** Converts a number of days since 1900, or 1904, to a date or time. */
const momentText = (days: number, moment: TimeKind, is1904: boolean): string | undefined => {
  const counted = is1904 ? days + DAYS_UNTIL_1904 : days;
  if (counted < 0 || counted >= AFTER_YEAR_9999) return undefined;
  const seconds = Math.round(counted * SECONDS_PER_DAY);
  // Spreadsheets count a 29 February 1900, which did not exist.
  const isEarly = counted >= 1 && counted < 60;
  const instant = Date.UTC(1899, 11, isEarly ? 31 : 30) + seconds * 1000;
  const iso = new Date(instant).toISOString();
  const time = iso.slice(11, 19);
  if (moment === 'time') return days < 1 ? time : undefined;
  if (days < 1) return time;
  return moment === 'date' || time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`;
};

/** Built-in number formats that show a date or time. */
const knownMoment = (format: number): TimeKind | undefined => {
  if (format === 22) return 'dateTime';
  if ((format >= 18 && format <= 21) || (format >= 45 && format <= 47)) return 'time';
  const isDate =
    (format >= 14 && format <= 17) || (format >= 27 && format <= 36) || (format >= 50 && format <= 58);
  return isDate ? 'date' : undefined;
};

/** `yyyy-mm-dd` is a date format, `0.00 "days"` a number format. */
export const momentOf = (format: number, code: string | undefined): TimeKind | undefined => {
  if (code === undefined) return knownMoment(format);
  const letters = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (letters.includes('general')) return undefined;
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters));
  const hasTime = /[hs]/.test(letters);
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : undefined;
};

/** Decodes `_x000D_`, the form of characters that XML cannot contain, and replaces characters that PostgreSQL cannot store. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
    .replaceAll('\0', '\uFFFD');
