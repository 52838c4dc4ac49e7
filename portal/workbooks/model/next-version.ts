/** Proposes an unused version: 1.1.0 after 1.0.0. In other formats, increments the last number. */
export const proposeVersion = (versions: readonly { version: string; versionCode: number }[]): string => {
  const [newestVersion] = versions.toSorted((a, b) => b.versionCode - a.versionCode);
  if (!newestVersion) return '1.0.0';
  const usedVersions = new Set(versions.map(({ version }) => version));
  let proposal = increment(newestVersion.version);
  while (usedVersions.has(proposal)) proposal = increment(proposal);
  return proposal;
};

const increment = (version: string): string => {
  const semanticVersion = /^(\d{1,9})\.(\d{1,9})\.\d{1,9}$/.exec(version);
  if (semanticVersion) return `${semanticVersion[1]}.${Number(semanticVersion[2]) + 1}.0`;
  const lastNumber = /^(.*?)(\d{1,15})(\D*)$/s.exec(version);
  return lastNumber
    ? `${lastNumber[1]}${Number(lastNumber[2]) + 1}${lastNumber[3]}`
    : `${version}.1`.slice(-64);
};
