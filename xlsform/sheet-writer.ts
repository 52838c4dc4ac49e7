import type { LocalizedText } from '#contract/workbook-definition.ts';
import { nameLanguage } from './languages.ts';
import type { Cell, Sheet } from './sheet.ts';

export type RowInput = Map<string, string>;

/** Writes translations to one column per language. */
export const writeLocalText = (
  row: RowInput,
  column: string,
  text: LocalizedText | undefined,
  rewrite: (text: string) => string,
): void => {
  if (typeof text === 'string') row.set(column, rewrite(text));
  for (const [tag, translation] of typeof text === 'object' ? Object.entries(text) : [])
    row.set(`${column}::${nameLanguage(tag)}`, rewrite(translation));
};

/** Omits unused columns. The columns in `order` come first, each with its translations. */
export const writeSheet = (name: string, order: readonly string[], rows: readonly RowInput[]): Sheet => {
  const usedHeadings = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const headings = [
    ...order.flatMap((column) => usedHeadings.filter((heading) => isInColumn(heading, column))),
    ...usedHeadings.filter((heading) => !order.some((column) => isInColumn(heading, column))),
  ];
  const columns = new Map(headings.map((heading, index) => [heading, index + 1]));
  const cells: Cell[] = headings.map((text, index) => ({ row: 1, column: index + 1, text }));
  rows.forEach((row, index) => {
    const rowCells = [...row]
      .filter(([, text]) => text.trim() !== '')
      .map(([heading, text]) => ({ row: index + 2, column: columns.get(heading)!, text }));
    cells.push(...rowCells.sort((a, b) => a.column - b.column));
  });
  return { name, cells };
};

const isInColumn = (heading: string, column: string) =>
  heading === column || heading.startsWith(`${column}::`);
