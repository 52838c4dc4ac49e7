import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findNearestName } from './nearest-name.ts';

const names = ['Height', 'Weight', 'Remark', 'Age'];

test('finds a name despite typos or differences in case', () => {
  assert.equal(findNearestName('Heigth', names), 'Height');
  assert.equal(findNearestName('weight', names), 'Weight');
  assert.equal(findNearestName('Remarks', names), 'Remark');
  assert.equal(findNearestName('Agee', names), 'Age');
});

test('does not find a name that is too different, and is stricter about short names', () => {
  assert.equal(findNearestName('Colour', names), undefined);
  assert.equal(findNearestName('Abc', names), undefined);
  assert.equal(findNearestName('', names), undefined);
  assert.equal(findNearestName('x'.repeat(1_000_000), names), undefined);
});

test('the distance between two words is the minimum number of letters to insert, delete or replace', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 9 });
  const check = fc.property(word, word, (input, name) => {
    const isNear = distance(input, name) < 3;
    assert.equal(findNearestName(input, [name]), isNear ? name : undefined);
  });
  fc.assert(check, { numRuns: 2_000 });
});

/** The textbook definition of the Levenshtein distance. */
const distance = (from: string, to: string): number => {
  if (from === '' || to === '') return from.length + to.length;
  if (from[0] === to[0]) return distance(from.slice(1), to.slice(1));
  return (
    1 +
    Math.min(distance(from.slice(1), to), distance(from, to.slice(1)), distance(from.slice(1), to.slice(1)))
  );
};
