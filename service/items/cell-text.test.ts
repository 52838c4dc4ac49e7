import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatTextCell,
  formatValueCell,
  parseNumberCell,
  parseTextCell,
  parseValueCell,
} from './cell-text.ts';

const piece = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', '0', '.', ',', 'e', 'true', 'x', ' ');
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme' }),
);
const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());

test('any value survives being written to a cell and read back, and an empty string differs from no value', () => {
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(parseTextCell(formatTextCell(value)), value);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(value, (value) => {
      // −0 becomes 0 in JSON.
      assert.equal(parseValueCell(formatValueCell(value)), Object.is(value, -0) ? 0 : value);
    }),
    { numRuns: 5_000 },
  );
  assert.deepEqual(
    [parseTextCell(formatTextCell(null)), parseValueCell(formatValueCell(undefined))],
    [null, undefined],
  );
});

test('no cell is ever written as a formula', () => {
  fc.assert(
    fc.property(text, (value) => {
      assert.doesNotMatch(formatTextCell(value), /^[=+\-@\t\r\n]/);
      assert.doesNotMatch(formatValueCell(value), /^[=+\-@\t\r\n]/);
    }),
    { numRuns: 2_000 },
  );
});

test('an unambiguous string is written unchanged', () => {
  for (const plain of ["'s-Gravenhage", "'t IJ", 'Amstel 81', '007', '1.', 'a=b', '12345678901234567890']) {
    assert.deepEqual([formatTextCell(plain), formatValueCell(plain)], [plain, plain]);
    assert.equal(parseValueCell(plain), plain);
  }
  const ambiguous = ['=1+1', ' =1', '+31 20', '-', "'=x", ''];
  assert.deepEqual(ambiguous.map(formatTextCell), ["'=1+1", "' =1", "'+31 20", "'-", "''=x", "'"]);
  assert.deepEqual(['1934', 'true', '-5', '3.50'].map(formatValueCell), ["'1934", "'true", "'-5", "'3.50"]);
});

test('a cell is a number only if it is written like one and converting it would not change it', () => {
  const read = (cell: string, hasDecimalComma = false) => parseValueCell(cell, { hasDecimalComma });
  for (const [cell, number] of Object.entries({
    1934: 1934,
    '-5': -5,
    '3.50': 3.5,
    '0.1': 0.1,
    '-0': 0,
    '1e+21': 1e21,
  })) {
    assert.equal(read(cell), number, cell);
  }
  for (const cell of ['007', '1e5', '1,5', '.5', '5.', '+5', ' 5', '0x10', 'Infinity', 'NaN', '1_000', '-']) {
    assert.equal(read(cell), cell);
  }
  assert.deepEqual([read('3,5', true), read("'3,5", true), read('3,5')], [3.5, '3,5', '3,5']);
  assert.deepEqual([read('TRUE'), read('False'), read('waar')], [true, false, 'waar']);
  assert.equal(parseNumberCell('52,3636', { hasDecimalComma: true }), 52.3636);
});
