const LONGEST = 31;

/**
 * Names of sheets as Excel takes them: 31 characters, none of []:*?/\ and no apostrophe at either end, not "History", and
 * each another one, letter case ignored.
 */
export const createSheetNames = () => {
  const taken = new Set<string>();
  return (wished: string): string => {
    const name = fitting(wished);
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const tried = shortened(name, LONGEST - suffix.length) + suffix;
      if (taken.has(tried.toLowerCase())) continue;
      taken.add(tried.toLowerCase());
      return tried;
    }
  };
};

const fitting = (wished: string): string => {
  const name = wished
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    .replaceAll(/[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s']+|[\s']+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} results`.trimStart() : name;
};

/** So many UTF-16 units at most, without half of a pair and without an end that no name has. */
const shortened = (name: string, length: number): string =>
  name
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\s']+$/, '');
