import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import { cellTooLong, fileNotUtf8, quoteNotClosed, rowTooLong, rowTooWide } from './import-problems.ts';
import type { Row } from './item-row.ts';

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Maximum size of the first line. Without a line break within it, the file has no valid header. */
const MAX_FIRST_LINE_BYTES = 256 * 1024;
/** Maximum size of a row. An item can have 200 attributes of 4,000 characters, each with four bytes, and doubled quotes. */
const MAX_ROW_BYTES = 2 * limits.body;

/**
 * Reads CSV as a stream of rows, starting with the header. Supports commas, semicolons and tabs as separators, all line
 * endings, optional quotation marks, and an optional byte order mark. The separator is detected by the known names in the
 * header, `columns`. Skips empty rows. Rejects invalid UTF-8, because replacement characters would change names.
 */
export const readCsv = async (
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): Promise<{ delimiter: Delimiter; rows: AsyncIterable<Row> }> => {
  const chunks = validateUtf8(bytes)[Symbol.asyncIterator]();
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
  const allChunks = async function* () {
    yield* beginning;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { delimiter, rows: rowsOf(allChunks(), delimiter) };
};

/** The separator that results in the most known columns, or else the most frequent one. */
const delimiterOf = (text: string, columns: readonly string[]): Delimiter => {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const scores = DELIMITERS.map((delimiter) => {
    const names = line
      .split(delimiter, limits.importColumns)
      .map((name) => name.replaceAll('"', '').trim().toLowerCase());
    return { delimiter, matches: names.filter((name) => known.has(name)).length, count: names.length };
  });
  return scores.toSorted((a, b) => b.matches - a.matches || b.count - a.count)[0]!.delimiter;
};

/** Passes chunks through, and throws at the first that is not valid UTF-8. */
async function* validateUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  // Buffered chunks are read without yielding to the event loop: 8 MiB take half a second.
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
  // The line at which the current row of the parser starts. When the parser reports an error, all earlier rows have been read.
  let nextLine = 1;
  const options: Options<Row, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 5" pipe
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // Rejects a row before its end: collecting 2 million cells blocked the event loop for 120 ms.
    cast: (cell, { index }) => {
      if (Number(index) >= limits.importColumns) throw rowTooWide(nextLine);
      if (cell.length > limits.importCell) throw cellTooLong(nextLine);
      return cell;
    },
    on_record: (cells) => {
      const line = nextLine;
      nextLine += 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0);
      return cells.some((cell) => cell !== '') ? { line, cells } : null;
    },
  };
  // The types of csv-parse require named columns if rows are not arrays.
  const parser = parse(options as unknown as Options);
  // The parser reports the errors of the pipeline.
  pipeline(Readable.from(bytes, { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Row;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(nextLine) : quoteNotClosed(nextLine);
  }
}

/** Counts without a regular expression, whose matches in a cell of 8 MB would take 700 ms. */
const lineBreaksIn = (cell: string): number => {
  let count = 0;
  for (let index = 0; index < cell.length; index++) {
    const code = cell.charCodeAt(index);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && cell.charCodeAt(index + 1) !== LINE_FEED)) count++;
  }
  return count;
};
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
