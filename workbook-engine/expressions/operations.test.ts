import assert from 'node:assert/strict';
import test from 'node:test';
import { type Examples, evaluateSample } from '#workbook-engine/testing/sample-fields.ts';

const operators: Examples = [
  ['1 + 2 * 3 - 4 div 2', 5],
  ['(1 + 2) * 3', 9],
  ['7 mod 3', 1],
  ['-7 mod 3', -1],
  ['2 - -3', 5],
  ['1 div 0', null],
  ['0.1 + 0.2', 0.3],
  ['0.1 + 0.2 = 0.3', true],
  ['3 * 1.1 <= 3.3', true],
  ['${Five} + ${NoNumber}', null],
  ['${Five} > 3 and ${Five} < 10', true],
  ['${Five} > 3 and ${NoNumber} > 0', false],
  ['${Five} < 3 or ${NoNumber} > 0', false],
  ['true() or false() and false()', true],
  ['1 < 2 = true()', true],
  ['${NoNumber} < 1', false],
  ['${NoNumber} >= 1', false],
  ["${NoNumber} = ''", true],
  ["${Five} = ''", false],
  ["${Five} != ''", true],
  ["${NoWord} = ''", true],
  ["${NoDay} = ''", true],
  ["${NoColours} = ''", true],
  ["${Colours} != ''", true],
  ["${Photo} != ''", true],
  ["${NoPlace} = ''", true],
  ["${NoSpans} = ''", true],
  ['${NoNumber} = ${NoNumber}', true],
  ['${NoNumber} = 0', false],
  ["${Five} = '5'", true],
  ["'5' < ${Five}", false],
  ["${Colour} = 'red'", true],
  ["${NoColour} != 'red'", true],
  ['${Grade} > 2', true],
  ['${Grade} = 2.5', true],
  ['${Grade} * 2', 5],
  ["${Day} = '2026-03-29'", true],
  ["${Day} > '2026-03-01'", true],
  ['${Day} - today()', 28],
  ['${Day} - 28 = today()', true],
  ["'2026-03-30' - ${Day}", 1],
  ['${Day} + 400 * 365 * 365', null],
  ['1 + ${Day}', '2026-03-30'],
  ['today() + 1.9', '2026-03-02'],
  ['now() + 0.5', '2026-03-02T00:00:00.000Z'],
  ['round((${Seen} - now()) * 24, 2)', 682.5],
  ["${Hour} > '17:30'", true],
  ['${Yes}', true],
  ['${Yes} = true()', true],
  ['not(${Yes} and ${NoBoolean})', true],
  ['"it\'s"', "it's"],
];

test('evaluates operators by precedence, even with missing values', () => {
  for (const [expression, value] of operators) {
    assert.deepEqual(evaluateSample(expression), value, expression);
  }
});
