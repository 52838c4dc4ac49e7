import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { inEnglish, verbatim } from '#sentences/sentence.ts';
import { pathText } from './fault.ts';
import { createShapeCheck } from './shape-check.ts';

const Shelf = Type.Object(
  {
    books: Type.Array(
      Type.Object(
        {
          title: Type.String(),
          authors: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 3 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  { additionalProperties: false },
);
const check = createShapeCheck(Shelf, { whole: verbatim('The shelf') });
const told = (value: unknown) =>
  check(value).faults.map(({ path, message }) => `${pathText(path)}: ${inEnglish(message)}`);

const book = { title: 'Ethica', authors: ['Spinoza'] };

test('what does not fit is told by its place, within lists of lists as well', () => {
  assert.deepEqual(told({ books: [book] }), []);
  assert.deepEqual(told({ books: [book, { titel: 'Ethica', authors: ['Spinoza', ''] }, 5], colour: 'red' }), [
    'colour: There is no member colour here. There are books.',
    'books[1].title: The member title is missing.',
    'books[1].titel: There is no member titel here. Did you mean title?',
    'books[1].authors[1]: authors must not be empty.',
    'books[2]: books must be an object with members; the number 5 was given.',
  ]);
});

test('a list that is none, and a document that is none, is told as one', () => {
  assert.deepEqual(told({ books: 'Ethica' }), ['books: books must be a list; Ethica was given.']);
  assert.deepEqual(told(null), [': The shelf must be an object with members; null was given.']);
  assert.deepEqual(told({ books: [] }), ['books: books must have at least 1 entry.']);
});

test('of a list with too many entries only that is told', () => {
  assert.deepEqual(told({ books: Array(24_000).fill(5) }), [
    'books: books may have at most 1000 entries; 24000 were given.',
  ]);
  assert.deepEqual(told({ books: [{ title: 'Ethica', authors: ['', '', '', ''] }] }), [
    'books[0].authors: authors may have at most 3 entries; 4 were given.',
  ]);
});

test('when violations are too many it is said that there are more', () => {
  const { faults, isCutShort } = check({ books: Array(1_000).fill({ titel: 1 }) });
  assert.ok(isCutShort && faults.length > 500);
  assert.equal(check({ books: [{}] }).isCutShort, false);
});
