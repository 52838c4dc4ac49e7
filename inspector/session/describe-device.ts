const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// In order of precedence: user agents also contain the names of later browsers.
const BROWSERS = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  'Mac OS': 'Mac',
  CrOS: 'Chromebook',
};

/** Returns a readable name of the device, such as "Chrome on Android". */
export const describeDevice = (userAgent: string): string => {
  const find = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  return [find(BROWSERS) ?? 'Browser', find(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => DISPLAY_NAMES[name] ?? name)
    .join(' on ');
};
