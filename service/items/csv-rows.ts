import { isUtf8 } from 'node:buffer';
import { CsvError, type Options, parse } from 'csv-parse';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import {
  cellTooLong,
  fileNotUtf8,
  quoteNotClosed,
  rowTooLong,
  rowTooWide,
  tooManyRows,
} from './import-problems.ts';
import type { Row } from './item-row.ts';

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Maximum size of the first line. If there is no line break by then, the file has no valid header. */
const MAX_FIRST_LINE_BYTES = 256 * 1024;
/** Maximum size of a row. An item can have 200 attributes of 4,000 four-byte characters, plus doubled quotes. */
const MAX_ROW_BYTES = 2 * limits.body;
/** How many bytes are parsed without a pause. A request chunk has up to 64 KiB, which can be 65,536 empty rows. */
const PIECE_BYTES = 2 * 1024;

/**
 * Reads CSV as a stream of rows, starting with the header. Supports commas, semicolons and tabs as separators, all line
 * endings, optional quotation marks, and an optional byte order mark. The separator is detected from the known names in
 * the header, `columns`. Skips empty rows, and rejects a file with more than `limits.importRows` of them. Rejects
 * invalid UTF-8, because replacement characters would change names. Other requests can run between any two rows or
 * pieces of the file.
 */
export const readCsv = async (
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): Promise<{ delimiter: Delimiter; rows: AsyncIterable<Row> }> => {
  const pieces = validateUtf8(splitIntoPieces(bytes))[Symbol.asyncIterator]();
  const beginning: Buffer[] = [];
  let length = 0;
  for (let isLine = false; !isLine && length < MAX_FIRST_LINE_BYTES; ) {
    const { value: piece } = await pieces.next();
    if (piece === undefined) break;
    beginning.push(piece);
    length += piece.length;
    isLine = piece.includes('\n') || piece.includes('\r');
  }
  const delimiter = detectDelimiter(Buffer.concat(beginning).toString(), columns);
  const allPieces = async function* () {
    yield* beginning;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  return { delimiter, rows: parseRows(allPieces(), delimiter) };
};

/** The separator that produces the most known columns, or else the most frequent one. */
const detectDelimiter = (text: string, columns: readonly string[]): Delimiter => {
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

async function* splitIntoPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES)
      yield chunk.subarray(start, start + PIECE_BYTES);
  }
}

/** Passes pieces of a file through, and throws at the first one that is not valid UTF-8. */
async function* validateUtf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  // The last character, which may continue in the next piece, like a \r that is followed by a \n.
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const text = Buffer.concat([rest, piece]);
    const end = findCompleteEnd(text);
    const complete = text.subarray(0, end);
    if (!isUtf8(complete)) throw fileNotUtf8(line + countLinesBeforeError(complete));
    line += countLineBreaks(complete.toString('latin1'));
    rest = text.subarray(end);
    yield piece;
  }
  if (!isUtf8(rest)) throw fileNotUtf8(line);
}

const findCompleteEnd = (text: Buffer): number => {
  if (text.at(-1) === LINE_FEED) return text.length;
  let start = text.length - 1;
  while (start > 0 && start > text.length - 4 && isContinuationByte(text[start]!)) start--;
  return start;
};

const isContinuationByte = (byte: number) => byte >= 0x80 && byte < 0xc0;

const countLinesBeforeError = (text: Buffer): number =>
  text
    .toString('latin1')
    .split(/\r\n|[\r\n]/)
    .findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));

async function* parseRows(pieces: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<Row> {
  // Without pauses, buffered chunks and rows would all be read in the same turn of the event loop: 8 MiB take half a
  // second.
  const pause = createPauses();
  const parser = createParser(delimiter);
  for await (const piece of pieces) {
    await pause();
    for (const row of await parser.parse(piece)) {
      await pause();
      yield row;
    }
  }
  yield* await parser.end();
}

/**
 * Creates a parser that returns the rows that end in a given piece of the file. A stream of rows would parse up to 64
 * KiB of buffered pieces in one go after its reader has paused.
 */
const createParser = (delimiter: Delimiter) => {
  // The line where the parser's current row starts. By the time the parser reports an error, all earlier rows have been
  // read.
  let nextLine = 1;
  /**
   * The line breaks in the cells of the current row so far. Counting them all at the end of an 8 MB row would take 25
   * ms.
   */
  let lineBreaks = 0;
  let emptyRows = 0;
  let rows: Row[] = [];
  const options: Options<null, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Accepts quotation marks in the middle of a cell, such as 5" pipe.
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // Rejects a row before reaching its end: collecting 2 million cells blocked the event loop for 120 ms.
    cast: (cell, { index }) => {
      if (Number(index) >= limits.importColumns) throw rowTooWide(nextLine);
      if (cell.length > limits.importCell) throw cellTooLong(nextLine);
      lineBreaks += countLineBreaks(cell);
      return cell;
    },
    on_record: (cells) => {
      const line = nextLine;
      nextLine += 1 + lineBreaks;
      lineBreaks = 0;
      // The parser creates an error for each row that is not as long as row 1, even though it ignores the error: 10 µs
      // instead of 1 µs. If it thinks that it has read no rows yet, the next row becomes row 1.
      Object.assign(stream.info, { records: 0 });
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      else if (++emptyRows > limits.importRows) throw tooManyRows(limits.importRows);
      return null;
    },
  };
  // The csv-parse types require named columns unless rows are arrays.
  const stream = parse(options as unknown as Options);
  // Errors are passed to the callbacks.
  stream.on('error', () => {});
  const takeRows = (step: (done: (error?: Error | null) => void) => void): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      step((error) => {
        if (error) return reject(toProblem(error));
        const taken = rows;
        rows = [];
        resolve(taken);
      });
    });
  const toProblem = (error: Error) => {
    if (!(error instanceof CsvError)) return error;
    return error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(nextLine) : quoteNotClosed(nextLine);
  };
  return {
    parse: (piece: Buffer) => takeRows((done) => stream.write(piece, done)),
    end: () => takeRows((done) => stream.end(done)),
  };
};

/** Counts without a regular expression, whose matches in an 8 MB cell would take 700 ms. */
const countLineBreaks = (cell: string): number => {
  let count = 0;
  for (let index = 0; index < cell.length; index++) {
    const code = cell.charCodeAt(index);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && cell.charCodeAt(index + 1) !== LINE_FEED)) count++;
  }
  return count;
};
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
