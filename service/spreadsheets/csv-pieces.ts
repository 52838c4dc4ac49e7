import { createPauses } from '#service/http/run-in-slices.ts';

/** Without it, spreadsheets read a file in an old national encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters of a piece. */
const PIECE = 64 * 1024;

/** Separators of any country, so that a file is read correctly whatever the spreadsheet expects. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * A file of rows as CSV (RFC 4180), in pieces. It may pause after each cell: a row can take 8 MB, and cells full of quotation marks take the
 * longest.
 */
export async function* csvPieces(
  rows: Iterable<Iterable<string>> | AsyncIterable<Iterable<string>>,
): AsyncGenerator<string> {
  const pause = createPauses();
  let piece = BYTE_ORDER_MARK;
  for await (const cells of rows) {
    let separator = '';
    for (const cell of cells) {
      piece += separator + (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      separator = ',';
      if (piece.length >= PIECE) {
        yield piece;
        piece = '';
      }
      const others = pause();
      if (others) await others;
    }
    piece += '\r\n';
  }
  if (piece !== '') yield piece;
}
