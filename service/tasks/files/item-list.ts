import { limits } from '#contract/limits.ts';

/*
 * Several items in one cell, such as BR-001|BR-002. A bar or backslash in an external ID is escaped with a backslash.
 */

export const writeItemList = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll(/[\\|]/g, '\\$&')).join('|');

/** Parses the distinct items of a cell, at most one more than a task may have, because a cell can have 8 MB. */
export const readItemList = (cell: string): string[] => {
  const items = new Set<string>();
  let item = '';
  for (let start = 0, at = 0; at <= cell.length && items.size <= limits.itemsToInspect; at++) {
    const character = cell[at];
    if (character !== '|' && character !== '\\' && at < cell.length) continue;
    item += cell.slice(start, at);
    start = at + 1;
    if (character === '\\') {
      // A backslash before any other character is literal.
      const isEscape = cell[at + 1] === '|' || cell[at + 1] === '\\';
      item += isEscape ? cell[++at] : '\\';
      start = at + 1;
      continue;
    }
    const trimmed = item.trim();
    if (trimmed !== '') items.add(trimmed);
    item = '';
  }
  return [...items];
};
