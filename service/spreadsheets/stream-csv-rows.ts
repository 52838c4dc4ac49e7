import { createPauses } from '#service/http/run-in-slices.ts';
import { splitString } from '#service/http/slice-string.ts';

/** Without a byte order mark, Excel would read the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The minimum number of characters in a chunk. */
const CHUNK_LENGTH = 64 * 1024;

/** Semicolons and tabs are list separators in other locales. */
const NEEDS_QUOTES_PATTERN = /[",;\t\r\n]/;

/**
 * Streams rows as CSV (RFC 4180). Can pause within a cell: doubling all quotation marks in an 8 MB cell without a pause
 * would take 700 ms.
 */
export async function* streamCsvRows(
  rows: Iterable<Iterable<string>> | AsyncIterable<Iterable<string>>,
): AsyncGenerator<string> {
  const pause = createPauses();
  let chunk = BYTE_ORDER_MARK;
  for await (const cells of rows) {
    let separator = '';
    for (const cell of cells) {
      const needsQuotes = NEEDS_QUOTES_PATTERN.test(cell);
      chunk += needsQuotes ? `${separator}"` : separator;
      separator = ',';
      for (const part of cell.length < CHUNK_LENGTH ? [cell] : splitString(cell)) {
        chunk += needsQuotes ? part.replaceAll('"', '""') : part;
        if (chunk.length >= CHUNK_LENGTH) {
          yield chunk;
          chunk = '';
        }
        const pausePromise = pause();
        if (pausePromise) await pausePromise;
      }
      if (needsQuotes) chunk += '"';
    }
    chunk += '\r\n';
  }
  if (chunk !== '') yield chunk;
}
