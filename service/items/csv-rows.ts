import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { cellTooLong, fileNotUtf8, quoteNotClosed, rowTooLong, rowTooWide } from './import-problems.ts';
import type { Row } from './item-row.ts';

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The most bytes of the first line; without a line end in them the file has no valid header. */
const MAX_FIRST_LINE_BYTES = 256 * 1024;
/** The most bytes of a row: an item may have 200 attributes of 4,000 characters, each four bytes, and with doubled quotes. */
const MAX_ROW_BYTES = 2 * limits.body;

/**
 * Reads CSV as it arrives, row by row, starting with the header: cells separated by commas, semicolons or tabs, any line
 * endings, optional quotation marks, and an optional byte order mark. `columns` are the known names in the header, which
 * determine the separator. Skips rows without content. Rejects invalid UTF-8, because silent replacements would change
 * names.
 */
export const readCsv = async (
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): Promise<{ delimiter: Delimiter; rows: AsyncIterable<Row> }> => {
  const chunks = textOnly(bytes)[Symbol.asyncIterator]();
  const beginning: Buffer[] = [];
  let length = 0;
  for (let isLine = false; !isLine && length < MAX_FIRST_LINE_BYTES; ) {
    const { value: chunk } = await chunks.next();
    if (chunk === undefined) break;
    beginning.push(chunk);
    length += chunk.length;
    isLine = chunk.includes('\n') || chunk.includes('\r');
  }
  const delimiter = delimiterOf(Buffer.concat(beginning).toString(), columns);
  const all = async function* () {
    yield* beginning;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { delimiter, rows: rowsOf(all(), delimiter) };
};

/** The separator that finds most of the known columns, or else the one that occurs most. */
const delimiterOf = (text: string, columns: readonly string[]): Delimiter => {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const scores = DELIMITERS.map((delimiter) => {
    const names = line
      .split(delimiter, limits.importColumns)
      .map((name) => name.replaceAll('"', '').trim().toLowerCase());
    return { delimiter, found: names.filter((name) => known.has(name)).length, count: names.length };
  });
  return scores.toSorted((a, b) => b.found - a.found || b.count - a.count)[0]!.delimiter;
};

/** Passes only valid UTF-8 on. */
async function* textOnly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  // Chunks that have already arrived are read without a turn of the event loop: 8 MiB in half a second.
  const pause = createPauses();
  for await (const chunk of bytes) {
    await pause();
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw fileNotUtf8(line + linesBeforeBrokenText(chunk));
    }
    for (let index = chunk.indexOf(0x0a); index >= 0; index = chunk.indexOf(0x0a, index + 1)) line++;
    yield chunk;
  }
  try {
    decoder.decode();
  } catch {
    throw fileNotUtf8(line);
  }
}

const linesBeforeBrokenText = (chunk: Buffer) =>
  chunk.toString().split('\uFFFD', 1)[0]!.split('\n').length - 1;

async function* rowsOf(bytes: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<Row> {
  // The line at which the parser's current row starts. After an error the parser has no rows that were not yet read.
  let next = 1;
  const options: Options<Row, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 5" pipe
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // Rejects a row before it has been read to its end: collecting 2 million cells held the event loop for 120 ms.
    cast: (cell, { index }) => {
      if (Number(index) >= limits.importColumns) throw rowTooWide(next);
      if (cell.length > limits.importCell) throw cellTooLong(next);
      return cell;
    },
    on_record: (cells) => {
      const line = next;
      next += 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0);
      return cells.some((cell) => cell !== '') ? { line, cells } : null;
    },
  };
  // Its types allow rows other than lists of cells only where columns have names.
  const parser = parse(options as unknown as Options);
  // The parser reports the errors of the pipeline.
  pipeline(Readable.from(bytes, { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Row;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(next) : quoteNotClosed(next);
  }
}

/** A list of the line breaks in a cell of 8 MB would take 700 ms. */
const lineBreaksIn = (cell: string): number => {
  let count = 0;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && cell.charCodeAt(at + 1) !== LINE_FEED)) count++;
  }
  return count;
};
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
