import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { limits } from '#contract/limits.ts';
import { fileNotUtf8, quoteNotClosed, rowTooLong } from './import-problems.ts';
import type { Row } from './item-row.ts';

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Bytes in which the first line ends, or it is no header. */
const LONGEST_FIRST_LINE = 256 * 1024;
/** Bytes of a row: an item may have 200 attributes of 4,000 characters, of four bytes each, and with quotes doubled. */
const LONGEST_ROW = 2 * limits.body;

/**
 * Reads CSV as it comes, row by row, the first among them: cells separated by commas, semicolons or tabs, lines ended as
 * on any system, quotation marks where they are needed, with or without a byte order mark. `columns` are those that its header may name. Rows without anything in them
 * are left out. Broken UTF-8 is refused: replaced in silence it would be other names.
 */
export const readCsv = async (
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): Promise<{ delimiter: Delimiter; rows: AsyncIterable<Row> }> => {
  const chunks = textOnly(bytes)[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  let length = 0;
  for (let isLine = false; !isLine && length < LONGEST_FIRST_LINE; ) {
    const { value: chunk } = await chunks.next();
    if (chunk === undefined) break;
    begun.push(chunk);
    length += chunk.length;
    isLine = chunk.includes('\n') || chunk.includes('\r');
  }
  const delimiter = delimiterOf(Buffer.concat(begun).toString(), columns);
  const all = async function* () {
    yield* begun;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { delimiter, rows: rowsOf(all(), delimiter) };
};

/** That by which most of the known columns have a name of their own; of several the one that occurs most. */
const delimiterOf = (text: string, columns: readonly string[]): Delimiter => {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const scores = DELIMITERS.map((delimiter) => {
    const names = line.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase());
    return { delimiter, found: names.filter((name) => known.has(name)).length, count: names.length };
  });
  return scores.toSorted((a, b) => b.found - a.found || b.count - a.count)[0]!.delimiter;
};

/** Lets only UTF-8 through. */
async function* textOnly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for await (const chunk of bytes) {
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw fileNotUtf8(line + linesBeforeBrokenText(chunk));
    }
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) line++;
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
  // Where the row begins that the parser is at: when it fails, it forgets the rows that nobody has taken yet.
  let next = 1;
  const options: Options<Row, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 5" pipe
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells) => {
      const line = next;
      next += 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0);
      return cells.some((cell) => cell !== '') ? { line, cells } : null;
    },
  };
  // Its types know other rows than lists of cells only where columns have names.
  const parser = parse(options as unknown as Options);
  // What goes wrong on the way comes out of the parser.
  pipeline(Readable.from(bytes, { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Row;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(next) : quoteNotClosed(next);
  }
}

const lineBreaksIn = (cell: string) => (/[\r\n]/.test(cell) ? cell.match(/\r\n|\r|\n/g)!.length : 0);
