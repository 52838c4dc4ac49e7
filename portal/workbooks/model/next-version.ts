/** Proposes an unused version: 1.1.0 after 1.0.0. In other formats, increments the last number. */
export const proposeVersion = (versions: readonly { version: string; versionCode: number }[]): string => {
  const [newest] = versions.toSorted((a, b) => b.versionCode - a.versionCode);
  if (!newest) return '1.0.0';
  const usedVersions = new Set(versions.map(({ version }) => version));
  let next = increment(newest.version);
  while (usedVersions.has(next)) next = increment(next);
  return next;
};

const increment = (version: string): string => {
  const semantic = /^(\d{1,9})\.(\d{1,9})\.\d{1,9}$/.exec(version);
  if (semantic) return `${semantic[1]}.${Number(semantic[2]) + 1}.0`;
  const number = /^(.*?)(\d{1,15})(\D*)$/s.exec(version);
  return number ? `${number[1]}${Number(number[2]) + 1}${number[3]}` : `${version}.1`.slice(-64);
};
