const MAX_LENGTH = 31;

/** Excel's sheet names are unique regardless of case, and cannot have an apostrophe at either end or be "History". */
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

/** Does not split a surrogate pair, and leaves no space or apostrophe at the end. */
const truncate = (name: string, length: number): string =>
  name
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\s']+$/, '');
