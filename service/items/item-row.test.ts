import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEnglish } from '#i18n/message.ts';
import { parseHeader } from './item-columns.ts';
import { findTextError, type RowError, readItem } from './item-row.ts';

test('counting the characters of a long cell does not allocate an array', () => {
  const cell = '🌉'.repeat(300_000);
  let calls = 0;
  const { value: iterate, ...descriptor } = Object.getOwnPropertyDescriptor(
    String.prototype,
    Symbol.iterator,
  )!;
  const countCalls = function (this: string) {
    calls++;
    return iterate.call(this);
  };
  Object.defineProperty(String.prototype, Symbol.iterator, { ...descriptor, value: countCalls });
  const error = findTextError(cell, 256);
  Object.defineProperty(String.prototype, Symbol.iterator, { ...descriptor, value: iterate });
  assert.equal(calls, 0);
  assert.equal(toEnglish(error!), 'The text may have at most 256 characters; it has 300000.');
});

test('a row lists its first ten errors and counts all of them', () => {
  const { columns } = parseHeader(['externalId', 'title', 'note'], { hasDecimalComma: false });
  const readErrors = (extraCells: readonly string[]) => {
    const errors: RowError[] = [];
    const row = { line: 2, cells: ['A-1', 'One', 'Note\0', ...extraCells] };
    assert.equal(
      readItem(columns, row, (error) => errors.push(error)),
      undefined,
    );
    return errors;
  };
  assert.equal(readErrors(Array(9).fill('x')).length, 10);
  const errors = readErrors(Array(997).fill('x'));
  assert.equal(errors.length, 11);
  assert.equal(errors[0]!.column, 'note');
  assert.equal(toEnglish(errors[10]!.message), 'The row has 998 errors; only the first 10 are listed.');
});
