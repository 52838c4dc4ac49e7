import { stringify } from 'csv-stringify/sync';
import { createPauses } from '#service/http/in-slices.ts';

/** Without it, spreadsheets read a file in an old national encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as lines of CSV (RFC 4180); quotes cells that contain a separator used in any country. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quoted_match: [/[\r\n;\t]/] });

/** Characters after which rows are written. Writing them takes about 2 ms. */
const PIECE = 64 * 1024;

/** Rows as lines of CSV, in pieces and with pauses: a task or an item can take 800 KB. */
export async function* csvPieces(rows: Iterable<readonly string[]>): AsyncGenerator<string> {
  const pause = createPauses();
  let waiting: (readonly string[])[] = [];
  let characters = 0;
  for (const cells of rows) {
    waiting.push(cells);
    for (const cell of cells) characters += cell.length;
    if (characters >= PIECE) {
      yield csvText(waiting);
      waiting = [];
      characters = 0;
    }
    const others = pause();
    if (others) await others;
  }
  if (waiting.length > 0) yield csvText(waiting);
}
