import { isUtf8 } from 'node:buffer';
import { CsvError, type Options, parse } from 'csv-parse';
import { limits } from '#contract/limits.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { CellFormat } from './cell-text.ts';
import {
  cellTooLong,
  fileNotUtf8,
  quoteNotClosed,
  rowTooLong,
  rowTooWide,
  tooManyRows,
} from './import-problems.ts';
import type { Row } from './item-row.ts';

const DELIMITERS = [',', ';', '\t'];

/** A file whose first line is longer has no valid header. */
const MAX_FIRST_LINE_BYTES = 256 * 1024;
/** An item can have 200 attributes of 4,000 four-byte characters, plus doubled quotes. */
const MAX_ROW_BYTES = 2 * limits.body;
/** The number of bytes parsed without yielding. A 64 KiB request chunk can contain 65,536 empty rows. */
const BLOCK_BYTES = 2 * 1024;

/**
 * Streams CSV rows, starting with the header. Detects the separator by looking for known `columns` in the header. Skips
 * empty rows. Rejects invalid UTF-8, because replacement characters would change names. Other requests can run between
 * any two rows or blocks of the file.
 */
export const readCsv = async (
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): Promise<{ format: CellFormat; rows: AsyncGenerator<Row> }> => {
  const blocks = validateUtf8(splitIntoBlocks(bytes));
  const firstBlocks: Buffer[] = [];
  let length = 0;
  for (let hasLineBreak = false; !hasLineBreak && length < MAX_FIRST_LINE_BYTES; ) {
    const { value: block } = await blocks.next();
    if (block === undefined) break;
    firstBlocks.push(block);
    length += block.length;
    hasLineBreak = block.includes('\n') || block.includes('\r');
  }
  const delimiter = detectDelimiter(Buffer.concat(firstBlocks).toString(), columns);
  const allBlocks = async function* () {
    yield* firstBlocks;
    yield* blocks;
  };
  return { format: { hasDecimalComma: delimiter !== ',' }, rows: parseRows(allBlocks(), delimiter) };
};

/** Returns the separator that yields the most known column names, then the most columns. */
const detectDelimiter = (text: string, columns: readonly string[]): string => {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const knownNames = new Set(columns.map((name) => name.toLowerCase()));
  const scores = DELIMITERS.map((delimiter) => {
    const names = line
      .split(delimiter, limits.importColumns)
      .map((name) => name.replaceAll('"', '').trim().toLowerCase());
    return { delimiter, matches: names.filter((name) => knownNames.has(name)).length, count: names.length };
  });
  return scores.toSorted((a, b) => b.matches - a.matches || b.count - a.count)[0]!.delimiter;
};

async function* splitIntoBlocks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += BLOCK_BYTES)
      yield chunk.subarray(start, start + BLOCK_BYTES);
  }
}

async function* validateUtf8(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  // The end of the previous block: a character, or a \r, that may continue in the next block.
  let lastCharacter = Buffer.alloc(0);
  for await (const block of blocks) {
    const text = Buffer.concat([lastCharacter, block]);
    const end = findSplitPosition(text);
    const completeText = text.subarray(0, end);
    if (!isUtf8(completeText)) throw fileNotUtf8(line + countLinesBeforeError(completeText));
    line += countLineBreaks(completeText.toString('latin1'));
    lastCharacter = text.subarray(end);
    yield block;
  }
  if (!isUtf8(lastCharacter)) throw fileNotUtf8(line);
}

const findSplitPosition = (text: Buffer): number => {
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

async function* parseRows(blocks: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<Row> {
  // Without yielding, all buffered chunks would be read in one event loop turn: half a second for 8 MiB.
  const pause = createPauses();
  const parser = createParser(delimiter);
  for await (const block of blocks) {
    await pause();
    for (const row of await parser.parse(block)) {
      await pause();
      yield row;
    }
  }
  yield* await parser.end();
}

/** A stream of rows would parse up to 64 KiB of buffered blocks in one go when its reader resumes. */
const createParser = (delimiter: string) => {
  // The line to blame in errors, because the parser reports an error only after reading all earlier rows.
  let rowStartLine = 1;
  /** In the current row so far. Counting them all at the end of an 8 MB row would take 25 ms. */
  let lineBreaks = 0;
  let emptyRows = 0;
  let rows: Row[] = [];
  const options: Options<null, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Allows quotation marks inside a cell, such as 5" pipe.
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    // Rejects a row as soon as a limit is exceeded: collecting 2 million cells blocked the event loop for 120 ms.
    cast: (cell, { index }) => {
      if (Number(index) >= limits.importColumns) throw rowTooWide(rowStartLine);
      if (cell.length > limits.importCell) throw cellTooLong(rowStartLine);
      lineBreaks += countLineBreaks(cell);
      return cell;
    },
    on_record: (cells) => {
      const line = rowStartLine;
      rowStartLine += 1 + lineBreaks;
      lineBreaks = 0;
      // Makes every row count as the first. Otherwise, for a row whose number of cells differs, the parser would create
      // an error object, which takes 10 µs instead of 1 µs.
      Object.assign(stream.info, { records: 0 });
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      else if (++emptyRows > limits.importRows) throw tooManyRows(limits.importRows);
      return null;
    },
  };
  // The csv-parse types require named columns unless rows are arrays.
  const stream = parse(options as unknown as Options);
  // Errors also reach the callbacks.
  stream.on('error', () => {});
  const takeRows = (step: (done: (error?: Error | null) => void) => void): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      step((error) => {
        if (error) return reject(toProblem(error));
        const endedRows = rows;
        rows = [];
        resolve(endedRows);
      });
    });
  const toProblem = (error: Error) => {
    if (!(error instanceof CsvError)) return error;
    return error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(rowStartLine) : quoteNotClosed(rowStartLine);
  };
  return {
    parse: (block: Buffer) => takeRows((done) => stream.write(block, done)),
    end: () => takeRows((done) => stream.end(done)),
  };
};

/** A regular expression would take 700 ms for an 8 MB cell. */
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
