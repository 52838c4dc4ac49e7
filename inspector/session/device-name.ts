const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
// Each names those after it as well.
const BROWSERS = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];
const SPOKEN: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  'Mac OS': 'Mac',
  CrOS: 'Chromebook',
};

/** What people recognise a device by, such as "Chrome on Android". */
export const deviceName = (agent: string): string => {
  const found = (names: readonly string[]) => names.find((name) => agent.includes(name));
  return [found(BROWSERS) ?? 'Browser', found(SYSTEMS)]
    .filter((name) => name !== undefined)
    .map((name) => SPOKEN[name] ?? name)
    .join(' on ');
};
