const MAX_LENGTH = 31;

/** In Excel, sheet names are case-insensitively unique, have no apostrophe at either end and are not "History". */
export const createSheetNamer = () => {
  const usedNames = new Set<string>();
  return (title: string): string => {
    const name = sanitize(title);
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const candidate = truncate(name, MAX_LENGTH - suffix.length) + suffix;
      if (usedNames.has(candidate.toLowerCase())) continue;
      usedNames.add(candidate.toLowerCase());
      return candidate;
    }
  };
};

const sanitize = (title: string): string => {
  const name = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
    .replaceAll(/[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s']+|[\s']+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} results`.trimStart() : name;
};

/** Does not split a surrogate pair or leave a space or apostrophe at the end. */
const truncate = (name: string, length: number): string =>
  name
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\s']+$/, '');
