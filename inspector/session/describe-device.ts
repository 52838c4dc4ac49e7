const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// Order matters: a browser's user agent can also contain names from further down this list.
const BROWSERS = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  'Mac OS': 'Mac',
  CrOS: 'Chromebook',
};

/** Returns a readable name for the device in any language, such as "Chrome, Android". */
export const describeDevice = (userAgent: string): string => {
  const findName = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  return [findName(BROWSERS) ?? 'Browser', findName(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => DISPLAY_NAMES[name] ?? name)
    .join(', ');
};
