import { limits } from '#contract/limits.ts';

/*
 * Several items in one cell: BR-001|BR-002. A bar or backslash in an external id is escaped with a backslash.
 */

export const writeItemList = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll(/[\\|]/g, '\\$&')).join('|');

/** Reads the different items of a cell, at most one more than a task may have: a cell may have 8 MB. */
export const readItemList = (cell: string): string[] => {
  const items = new Set<string>();
  let item = '';
  for (let start = 0, at = 0; at <= cell.length && items.size <= limits.itemsToInspect; at++) {
    const character = cell[at];
    if (character !== '|' && character !== '\\' && at < cell.length) continue;
    item += cell.slice(start, at);
    start = at + 1;
    if (character === '\\') {
      // Before any other character, a backslash is an ordinary one.
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
