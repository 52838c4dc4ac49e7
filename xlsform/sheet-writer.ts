import type { LocalText } from '#contract/workbook-definition.ts';
import { nameLanguage } from './languages.ts';
import type { Cell, Sheet } from './sheet.ts';

/** A row that is being written: texts by the headings of their columns. */
export type RowDraft = Map<string, string>;

/** Writes the text of a translated column, with a heading for each language. */
export const writeLocalText = (
  row: RowDraft,
  column: string,
  text: LocalText | undefined,
  change: (text: string) => string,
): void => {
  if (typeof text === 'string') row.set(column, change(text));
  for (const [tag, each] of typeof text === 'object' ? Object.entries(text) : [])
    row.set(`${column}::${nameLanguage(tag)}`, change(each));
};

/**
 * Creates a sheet from rows. Its columns are those in use, in the order of `order`, each followed by its translations; other
 * columns come last.
 */
export const writeSheet = (name: string, order: readonly string[], rows: readonly RowDraft[]): Sheet => {
  const used = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const headings = [
    ...order.flatMap((column) =>
      used.filter((heading) => heading === column || isTranslation(heading, column)),
    ),
    ...used.filter(
      (heading) => !order.some((column) => heading === column || isTranslation(heading, column)),
    ),
  ];
  const places = new Map(headings.map((heading, position) => [heading, position + 1]));
  const cells: Cell[] = headings.map((text, position) => ({ row: 1, column: position + 1, text }));
  rows.forEach((row, position) => {
    const written = [...row].filter(([, text]) => text.trim() !== '');
    const placed = written.map(([heading, text]) => ({
      row: position + 2,
      column: places.get(heading)!,
      text,
    }));
    cells.push(...placed.sort((one, other) => one.column - other.column));
  });
  return { name, cells };
};

const isTranslation = (heading: string, column: string) => heading.startsWith(`${column}::`);
