/** Proposes an unused version after the newest one: 1.0.0, then 1.1.0. In other formats the last number is incremented. */
export const nextVersion = (versions: readonly { version: string; versionCode: number }[]): string => {
  const newest = versions.reduce<(typeof versions)[number] | undefined>(
    (best, each) => (best === undefined || each.versionCode > best.versionCode ? each : best),
    undefined,
  );
  if (!newest) return '1.0.0';
  const taken = new Set(versions.map(({ version }) => version));
  let next = after(newest.version);
  while (taken.has(next)) next = after(next);
  return next;
};

const after = (version: string): string => {
  const dotted = /^(\d{1,9})\.(\d{1,9})\.\d{1,9}$/.exec(version);
  if (dotted) return `${dotted[1]}.${Number(dotted[2]) + 1}.0`;
  const number = /^(.*?)(\d{1,15})(\D*)$/s.exec(version);
  return number ? `${number[1]}${Number(number[2]) + 1}${number[3]}` : `${version}.1`.slice(-64);
};
