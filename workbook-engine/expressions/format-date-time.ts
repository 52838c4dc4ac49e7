/** The names of months and weekdays, 19 per language. Cached: Intl takes 40 µs to format one. */
const cachedNames = new Map<string, string>();
const MAX_CACHED_NAMES = 1_000;

const formatName = (part: 'month' | 'weekday', date: string, language: string): string => {
  const day = new Date(0);
  // The local year can be 10000, which Date only accepts as a number.
  day.setUTCFullYear(...parseDateParts(date));
  const key = `${part} ${part === 'month' ? day.getUTCMonth() : day.getUTCDay()} ${language}`;
  let name = cachedNames.get(key);
  if (name === undefined) {
    name = new Intl.DateTimeFormat(language, { [part]: 'short', timeZone: 'UTC' }).format(day);
    if (cachedNames.size === MAX_CACHED_NAMES) cachedNames.clear();
    cachedNames.set(key, name);
  }
  return name;
};

const parseDateParts = (date: string): [year: number, month: number, day: number] => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return [year, month - 1, day];
};

/** Formats a date (`yyyy-MM-dd`) and time (`HH:mm:ss`) using XLSForm's format codes. */
export const formatDateTime = (
  pattern: string,
  { date, time }: { date: string; time: string },
  language: string,
): string => {
  const [year, month, day] = date.split('-') as [string, string, string];
  const [hour, minute, second] = time.split(':') as [string, string, string];
  const codes: Readonly<Record<string, () => string>> = {
    Y: () => year,
    y: () => year.slice(2),
    m: () => month,
    n: () => String(Number(month)),
    b: () => formatName('month', date, language),
    d: () => day,
    e: () => String(Number(day)),
    a: () => formatName('weekday', date, language),
    H: () => hour,
    h: () => String(Number(hour)),
    M: () => minute,
    S: () => second,
    3: () => '000',
    '%': () => '%',
  };
  return pattern.replace(/%(.)/g, (code, letter: string) => codes[letter]?.() ?? code);
};
