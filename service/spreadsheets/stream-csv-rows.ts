import { createPauses } from '#service/http/run-in-slices.ts';
import { splitString } from '#service/http/slice-string.ts';

/** Without this mark, Excel would read the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The number of characters in a piece. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Matches cells that need quotes, including those containing semicolons or tabs, which are list separators in other
 * locales.
 */
const NEEDS_QUOTES_PATTERN = /[",;\t\r\n]/;

/**
 * Streams rows as CSV (RFC 4180). It can pause after each part of a cell, because a cell can be as large as 8 MB:
 * doubling all of its quotation marks at once would take 700 ms.
 */
export async function* streamCsvRows(
  rows: Iterable<Iterable<string>> | AsyncIterable<Iterable<string>>,
): AsyncGenerator<string> {
  const pause = createPauses();
  let piece = BYTE_ORDER_MARK;
  for await (const cells of rows) {
    let separator = '';
    for (const cell of cells) {
      const needsQuotes = NEEDS_QUOTES_PATTERN.test(cell);
      piece += needsQuotes ? `${separator}"` : separator;
      separator = ',';
      for (const part of cell.length < PIECE_LENGTH ? [cell] : splitString(cell)) {
        piece += needsQuotes ? part.replaceAll('"', '""') : part;
        if (piece.length >= PIECE_LENGTH) {
          yield piece;
          piece = '';
        }
        const pausing = pause();
        if (pausing) await pausing;
      }
      if (needsQuotes) piece += '"';
    }
    piece += '\r\n';
  }
  if (piece !== '') yield piece;
}
