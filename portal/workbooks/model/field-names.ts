import { workbookLimits } from '#contract/workbook-limits.ts';

const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Returns why a name is invalid. `usedNames` are in lower case. */
export const checkName = (
  name: string,
  usedNames: ReadonlySet<string>,
): 'missing' | 'malformed' | 'tooLong' | 'taken' | undefined => {
  if (name === '') return 'missing';
  if (!NAME_PATTERN.test(name)) return 'malformed';
  if (name.length > workbookLimits.fieldName) return 'tooLong';
  return usedNames.has(name.toLowerCase()) ? 'taken' : undefined;
};

/** Returns the preferred name or, if it is taken, the next free one: `Height`, `Height2`, `Height3`. */
export const createUniqueName = (preferredName: string, usedNames: ReadonlySet<string>): string => {
  const name = NAME_PATTERN.test(preferredName) ? preferredName : deriveName(preferredName);
  if (!usedNames.has(name.toLowerCase()) && name.length <= workbookLimits.fieldName) return name;
  const [, stem, number] = /^(.*?)(\d*)$/s.exec(name.slice(0, workbookLimits.fieldName))!;
  for (let suffix = Math.max(2, Number(number || 1) + 1); ; suffix++) {
    const candidate = `${stem!.slice(0, workbookLimits.fieldName - String(suffix).length)}${suffix}`;
    if (!usedNames.has(candidate.toLowerCase())) return candidate;
  }
};

/** Names with more words are hard to read in expressions. */
const MAX_WORDS = 5;

/** Derives a name from a label: `Hoogte in meters (m)` → `HoogteInMetersM`. */
export const deriveName = (label: string): string => {
  const words = label
    .replace(/\$\{[^}]*\}/g, ' ')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  if (name === '') return 'Question';
  return (/^[A-Za-z]/.test(name) ? name : `Q${name}`).slice(0, workbookLimits.fieldName);
};
