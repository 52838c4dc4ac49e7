import { workbookLimits } from '#contract/workbook-limits.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Why a field cannot have a name; undefined: it can. `taken` in lower case. */
export const nameFault = (
  name: string,
  taken: ReadonlySet<string>,
): 'missing' | 'malformed' | 'tooLong' | 'taken' | undefined => {
  if (name === '') return 'missing';
  if (!NAME.test(name)) return 'malformed';
  if (name.length > workbookLimits.fieldName) return 'tooLong';
  return taken.has(name.toLowerCase()) ? 'taken' : undefined;
};

/** The name, or the next free one after it: `Height`, `Height2`, `Height3`. */
export const freshName = (wanted: string, taken: ReadonlySet<string>): string => {
  const name = NAME.test(wanted) ? wanted : nameFromLabel(wanted);
  if (!taken.has(name.toLowerCase()) && name.length <= workbookLimits.fieldName) return name;
  const [, stem, number] = /^(.*?)(\d*)$/s.exec(name.slice(0, workbookLimits.fieldName))!;
  for (let next = Math.max(2, Number(number || 1) + 1); ; next++) {
    const candidate = `${stem!.slice(0, workbookLimits.fieldName - String(next).length)}${next}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
};

/** Few enough words to be read within an expression. */
const MOST_WORDS = 5;

/** A name that a label suggests: `Hoogte in meters (m)` → `HoogteInMetersM`. */
export const nameFromLabel = (label: string): string => {
  const words = label
    .replace(/\$\{[^}]*\}/g, ' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  if (name === '') return 'Question';
  return (/^[A-Za-z]/.test(name) ? name : `Q${name}`).slice(0, workbookLimits.fieldName);
};
