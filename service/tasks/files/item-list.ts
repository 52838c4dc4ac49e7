/*
 * Several items in one cell: BR-001|BR-002. A bar or backslash in an external id is escaped with a backslash.
 */

export const writeItemList = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll(/[\\|]/g, '\\$&')).join('|');

export const readItemList = (cell: string): string[] => {
  const parts = cell.match(/(?:\\[\s\S]|[^|])+/g) ?? [];
  const items = parts.map((part) => part.replaceAll(/\\([\\|])/g, '$1').trim());
  return [...new Set(items.filter((item) => item !== ''))];
};
