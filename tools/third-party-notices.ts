import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A package in a build, as listed by Vite. */
export type LicensedPackage = { name: string; identifier?: string; text?: string };

const root = resolve(import.meta.dirname, '..');
const readFile = (path: string) => readFileSync(resolve(root, path), 'utf8');

export const listCopiedSources = (): LicensedPackage[] => [
  { name: 'Tabler Icons', identifier: 'MIT', text: readFile('kit/icons/LICENSE') },
];

export const listServerPackages = (): LicensedPackage[] => {
  const lock = JSON.parse(readFile('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(resolve(root, path)))
    .map(([path]) => {
      const { name: packageName, license } = JSON.parse(readFile(`${path}/package.json`));
      const file = readdirSync(resolve(root, path)).find((name) => /^(licen[cs]e|copying)/i.test(name));
      return {
        name: packageName,
        identifier: license,
        ...(file && { text: readFile(`${path}/${file}`).trim() }),
      };
    });
};

/** Omits versions: anyone can read this text, and attackers look for vulnerable versions. */
export const formatNotices = (packages: readonly LicensedPackage[]): string => {
  const packagesByText = Map.groupBy(
    packages,
    ({ text, identifier }) => text ?? `Licence: ${identifier}. The package does not contain its text.`,
  );
  const sections = [...packagesByText].map(([text, packagesWithText]) => {
    const names = [
      ...new Set(
        packagesWithText.map(({ name, identifier }) => (identifier ? `${name} (${identifier})` : name)),
      ),
    ].sort();
    return { firstName: names[0]!, section: `${names.join('\n')}\n\n${text}\n` };
  });
  const sortedSections = sections.sort((a, b) => a.firstName.localeCompare(b.firstName, 'en'));
  const separator = `\n${'-'.repeat(80)}\n\n`;
  return ['Ronda contains the following packages.\n', ...sortedSections.map(({ section }) => section)].join(
    separator,
  );
};
