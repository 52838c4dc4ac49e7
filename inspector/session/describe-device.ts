const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// In order of precedence because user agents also contain names from further down this list.
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
  const find = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  return [find(BROWSERS) ?? 'Browser', find(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => DISPLAY_NAMES[name] ?? name)
    .join(' on ');
};
