import type { LocalizedText } from '#contract/workbook-definition.ts';
import { nameLanguage } from './languages.ts';
import type { Cell, Sheet } from './sheet.ts';

/** The cells of a row, by heading. */
export type RowInput = Map<string, string>;

/** Writes a text to one column, or its translations to one column per language. */
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

/** Writes rows as a sheet, without unused columns. The columns in `order` come first, each with its translations. */
export const writeSheet = (name: string, order: readonly string[], rows: readonly RowInput[]): Sheet => {
  const usedHeadings = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const headings = [
    ...order.flatMap((column) =>
      usedHeadings.filter((heading) => heading === column || isTranslation(heading, column)),
    ),
    ...usedHeadings.filter(
      (heading) => !order.some((column) => heading === column || isTranslation(heading, column)),
    ),
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

const isTranslation = (heading: string, column: string) => heading.startsWith(`${column}::`);
