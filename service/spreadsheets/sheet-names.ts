const MAX_LENGTH = 31;

/**
 * Creates sheet names that Excel accepts: at most 31 characters, none of []:*?/\ and no apostrophe at either end, not
 * "History", and unique (not case-sensitive).
 */
export const createSheetNames = () => {
  const used = new Set<string>();
  return (title: string): string => {
    const name = sanitized(title);
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const candidate = shortened(name, MAX_LENGTH - suffix.length) + suffix;
      if (used.has(candidate.toLowerCase())) continue;
      used.add(candidate.toLowerCase());
      return candidate;
    }
  };
};

const sanitized = (title: string): string => {
  const name = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
    .replaceAll(/[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s']+|[\s']+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} results`.trimStart() : name;
};

/** Truncates a name, without half a surrogate pair and without a final space or apostrophe. */
const shortened = (name: string, length: number): string =>
  name
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\s']+$/, '');
