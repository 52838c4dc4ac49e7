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

const fragment = fc.constantFrom(
  "'",
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '1',
  '0',
  '.',
  ',',
  'e',
  'true',
  'x',
  ' ',
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 6 }).map((fragments) => fragments.join('')),
  fc.string({ unit: 'grapheme' }),
);
const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());

test('any value survives a round trip through a cell, and an empty string stays distinct from a missing value', () => {
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(parseTextCell(formatTextCell(value)), value);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(value, (value) => {
      // JSON turns −0 into 0.
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
  for (const text of ["'s-Gravenhage", "'t IJ", 'Amstel 81', '007', '1.', 'a=b', '12345678901234567890']) {
    assert.deepEqual([formatTextCell(text), formatValueCell(text)], [text, text]);
    assert.equal(parseValueCell(text), text);
  }
  const ambiguousTexts = ['=1+1', ' =1', '+31 20', '-', "'=x", ''];
  assert.deepEqual(ambiguousTexts.map(formatTextCell), ["'=1+1", "' =1", "'+31 20", "'-", "''=x", "'"]);
  assert.deepEqual(['1934', 'true', '-5', '3.50'].map(formatValueCell), ["'1934", "'true", "'-5", "'3.50"]);
});

test('a cell is parsed as a number only if it looks like one and the conversion is lossless', () => {
  const parse = (cell: string, hasDecimalComma = false) => parseValueCell(cell, { hasDecimalComma });
  for (const [cell, number] of Object.entries({
    1934: 1934,
    '-5': -5,
    '3.50': 3.5,
    '0.1': 0.1,
    '-0': 0,
    '1e+21': 1e21,
  })) {
    assert.equal(parse(cell), number, cell);
  }
  for (const cell of ['007', '1e5', '1,5', '.5', '5.', '+5', ' 5', '0x10', 'Infinity', 'NaN', '1_000', '-']) {
    assert.equal(parse(cell), cell);
  }
  assert.deepEqual([parse('3,5', true), parse("'3,5", true), parse('3,5')], [3.5, '3,5', '3,5']);
  assert.deepEqual([parse('TRUE'), parse('False'), parse('waar')], [true, false, 'waar']);
  assert.equal(parseNumberCell('52,3636', { hasDecimalComma: true }), 52.3636);
});
