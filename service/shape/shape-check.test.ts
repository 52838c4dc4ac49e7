import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { inEnglish, verbatim } from '#i18n/sentence.ts';
import { formatPath } from './issue.ts';
import { createSchemaCheck, createSchemaCheckInSteps } from './shape-check.ts';

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
const check = createSchemaCheck(Shelf, { whole: verbatim('The shelf') });
const messagesOf = (value: unknown) =>
  check(value).issues.map(({ path, message }) => `${formatPath(path)}: ${inEnglish(message)}`);

const book = { title: 'Ethica', authors: ['Spinoza'] };

test('reports every violation with its path, also in nested lists', () => {
  assert.deepEqual(messagesOf({ books: [book] }), []);
  assert.deepEqual(
    messagesOf({ books: [book, { titel: 'Ethica', authors: ['Spinoza', ''] }, 5], colour: 'red' }),
    [
      'colour: There is no field colour here. Known fields: books.',
      'books[1].title: The member title is required.',
      'books[1].titel: There is no field titel here. Did you mean title?',
      'books[1].authors[1]: authors must not be empty.',
      'books[2]: books must be an object; the number 5 was given.',
    ],
  );
});

test('reports a value of the wrong type instead of a list or document', () => {
  assert.deepEqual(messagesOf({ books: 'Ethica' }), ['books: books must be a list; Ethica was given.']);
  assert.deepEqual(messagesOf(null), [': The shelf must be an object; null was given.']);
  assert.deepEqual(messagesOf({ books: [] }), ['books: books must not be empty.']);
});

test('does not check the entries of a list that is too long', () => {
  assert.deepEqual(messagesOf({ books: Array(24_000).fill(5) }), [
    'books: books may have at most 1000 entries; 24000 were given.',
  ]);
  assert.deepEqual(messagesOf({ books: [{ title: 'Ethica', authors: ['', '', '', ''] }] }), [
    'books[0].authors: authors may have at most 3 entries; 4 were given.',
  ]);
});

test('reports if there are more violations than the maximum', () => {
  const { issues, isTruncated } = check({ books: Array(1_000).fill({ titel: 1 }) });
  assert.ok(isTruncated && issues.length > 500);
  assert.equal(check({ books: [{}] }).isTruncated, false);
});

test('pauses are possible after each searched entry, and after each place with violations', () => {
  const checkInSteps = createSchemaCheckInSteps(Shelf, { whole: verbatim('The shelf') });
  const books = Array(200).fill({ titel: 1 });
  assert.ok([...checkInSteps({ books })].length >= 3 * books.length);
});
