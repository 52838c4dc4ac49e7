const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// The order matters, because the user agent of a browser can also contain names that come later in this list.
const BROWSERS = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  'Mac OS': 'Mac',
  CrOS: 'Chromebook',
};

/** Returns a readable name for the device, such as "Chrome on Android". */
export const describeDevice = (userAgent: string): string => {
  const findName = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  return [findName(BROWSERS) ?? 'Browser', findName(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => DISPLAY_NAMES[name] ?? name)
    .join(' on ');
};
