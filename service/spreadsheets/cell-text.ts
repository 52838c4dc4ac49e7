export type TimeKind = 'date' | 'time' | 'dateTime';

export type RawCell = {
  type: string;
  value: string | undefined;
  formula: string;
  timeKind: TimeKind | undefined;
};

/** Formats dates and times in ISO 8601 without a time zone. Returns a formula if it has no stored value. */
export const formatCellText = (
  { type, value, formula, timeKind }: RawCell,
  sharedStrings: readonly string[],
  is1904: boolean,
): string => {
  if (value === undefined) return formula === '' ? '' : `=${formula}`;
  switch (type) {
    case 's':
      return sharedStrings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return formatNumber(value, timeKind, is1904);
    default:
      return decodeText(value);
  }
};

const formatNumber = (value: string, timeKind: TimeKind | undefined, is1904: boolean): string => {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  const dateOrTime = timeKind && formatSerialDate(number, timeKind, is1904);
  // Excel shows numbers with 15 significant digits.
  return dateOrTime ?? String(Number(number.toPrecision(15)));
};

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY_OF_10000 = 2_958_466;
const DAYS_UNTIL_1904 = 1_462;

const formatSerialDate = (days: number, kind: TimeKind, is1904: boolean): string | undefined => {
  const serial = is1904 ? days + DAYS_UNTIL_1904 : days;
  if (serial < 0 || serial >= FIRST_DAY_OF_10000) return undefined;
  const seconds = Math.round(serial * SECONDS_PER_DAY);
  // Excel counts 29 February 1900, which never existed.
  const isBeforeThatDay = serial >= 1 && serial < 60;
  const instant = Date.UTC(1899, 11, isBeforeThatDay ? 31 : 30) + seconds * 1000;
  const iso = new Date(instant).toISOString();
  const time = iso.slice(11, 19);
  if (kind === 'time') return days < 1 ? time : undefined;
  if (days < 1) return time;
  return kind === 'date' || time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`;
};

const getBuiltInTimeKind = (format: number): TimeKind | undefined => {
  if (format === 22) return 'dateTime';
  if ((format >= 18 && format <= 21) || (format >= 45 && format <= 47)) return 'time';
  const isDate =
    (format >= 14 && format <= 17) || (format >= 27 && format <= 36) || (format >= 50 && format <= 58);
  return isDate ? 'date' : undefined;
};

/** Returns `date` for `yyyy-mm-dd`, and undefined for `0.00 "days"`. */
export const detectTimeKind = (format: number, code: string | undefined): TimeKind | undefined => {
  if (code === undefined) return getBuiltInTimeKind(format);
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

/** Decodes escapes such as `_x000D_`, and replaces characters that PostgreSQL cannot store. */
export const decodeText = (text: string): string =>
  text
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
    .replaceAll('\0', '\uFFFD');
