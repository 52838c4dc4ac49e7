const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// Each user agent also contains the names after it in this list.
const BROWSERS = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  'Mac OS': 'Mac',
  CrOS: 'Chromebook',
};

/** Returns a name by which people recognise the device, such as "Chrome on Android". */
export const deviceName = (agent: string): string => {
  const found = (names: readonly string[]) => names.find((name) => agent.includes(name));
  return [found(BROWSERS) ?? 'Browser', found(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => DISPLAY_NAMES[name] ?? name)
    .join(' on ');
};
