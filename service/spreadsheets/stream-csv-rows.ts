import { createPauses } from '#service/http/run-in-slices.ts';

/** Without this mark, Excel would read the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The number of characters in a piece. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Matches cells that need quotes, including those containing semicolons or tabs, which are list separators in other
 * locales.
 */
const NEEDS_QUOTES_PATTERN = /[",;\t\r\n]/;

/** Streams rows as CSV (RFC 4180). It can pause after each cell, because a row can be as large as 8 MB. */
export async function* streamCsvRows(
  rows: Iterable<Iterable<string>> | AsyncIterable<Iterable<string>>,
): AsyncGenerator<string> {
  const pause = createPauses();
  let piece = BYTE_ORDER_MARK;
  for await (const cells of rows) {
    let separator = '';
    for (const cell of cells) {
      piece += separator + (NEEDS_QUOTES_PATTERN.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      separator = ',';
      if (piece.length >= PIECE_LENGTH) {
        yield piece;
        piece = '';
      }
      const pausing = pause();
      if (pausing) await pausing;
    }
    piece += '\r\n';
  }
  if (piece !== '') yield piece;
}
