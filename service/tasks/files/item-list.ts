import { limits } from '#contract/limits.ts';

/* A cell lists items such as BR-001|BR-002. A backslash escapes a bar or backslash in an external ID. */

export const formatItemList = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll(/[\\|]/g, '\\$&')).join('|');

/** Stops one item past the limit: a cell can be 8 MB. */
export const parseItemList = (cell: string): string[] => {
  const items = new Set<string>();
  let item = '';
  for (let start = 0, index = 0; index <= cell.length && items.size <= limits.itemsToInspect; index++) {
    const character = cell[index];
    if (character !== '|' && character !== '\\' && index < cell.length) continue;
    item += cell.slice(start, index);
    start = index + 1;
    if (character === '\\') {
      // Before any other character, a backslash is literal.
      const isEscape = cell[index + 1] === '|' || cell[index + 1] === '\\';
      item += isEscape ? cell[++index] : '\\';
      start = index + 1;
      continue;
    }
    const trimmedItem = item.trim();
    if (trimmedItem !== '') items.add(trimmedItem);
    item = '';
  }
  return [...items];
};
