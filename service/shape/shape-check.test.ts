import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { toEnglish, verbatim } from '#i18n/message.ts';
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
const check = createSchemaCheck(Shelf, { documentName: verbatim('The shelf') });
const listMessages = (value: unknown) =>
  check(value).issues.map(({ path, message }) => `${formatPath(path)}: ${toEnglish(message)}`);

const book = { title: 'Ethica', authors: ['Spinoza'] };

test('the check reports every violation with its path, including those in nested lists', () => {
  assert.deepEqual(listMessages({ books: [book] }), []);
  assert.deepEqual(
    listMessages({ books: [book, { titel: 'Ethica', authors: ['Spinoza', ''] }, 5], colour: 'red' }),
    [
      'colour: There is no field colour here. Known fields: books.',
      'books[1].title: The field title is required.',
      'books[1].titel: There is no field titel here. Did you mean title?',
      'books[1].authors[1]: authors must not be empty.',
      'books[2]: books must be an object; the number 5 was given.',
    ],
  );
});

test('the check reports a wrong type where a list or the entire document is expected', () => {
  assert.deepEqual(listMessages({ books: 'Ethica' }), ['books: books must be a list; Ethica was given.']);
  assert.deepEqual(listMessages(null), [': The shelf must be an object; null was given.']);
  assert.deepEqual(listMessages({ books: [] }), ['books: books must not be empty.']);
});

test('the check skips the entries of a list that is too long', () => {
  assert.deepEqual(listMessages({ books: Array(24_000).fill(5) }), [
    'books: books may have at most 1000 entries; 24000 were given.',
  ]);
  assert.deepEqual(listMessages({ books: [{ title: 'Ethica', authors: ['', '', '', ''] }] }), [
    'books[0].authors: authors may have at most 3 entries; 4 were given.',
  ]);
});

const Title = Type.Union([
  Type.String(),
  Type.Record(Type.String({ pattern: '^[a-z]' }), Type.String(), { maxProperties: 50 }),
]);
const checkBook = createSchemaCheck(
  Type.Object({ year: Type.Integer(), title: Title }, { additionalProperties: false }),
  { documentName: verbatim('The book') },
);
const createProperties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`x${number}`, 'Ethica']));
/** Returns a proxy of the object, and a function that counts property reads. */
const countReads = (object: Record<string, unknown>) => {
  let reads = 0;
  const get = (_: unknown, name: string) => {
    reads++;
    return object[name];
  };
  return { object: new Proxy(object, { get }), getReadCount: () => reads };
};

test('if an object has too many properties, the check reads only the first few', () => {
  const title = countReads(createProperties(5_000));
  const { issues } = checkBook({ year: 1677, title: title.object });
  assert.deepEqual(
    issues.map(({ message }) => toEnglish(message)),
    ['title may have at most 50 entries; 5000 were given.'],
  );
  assert.ok(title.getReadCount() <= 51, `${title.getReadCount()} reads`);

  const book = countReads({ ...createProperties(5_000), title: 'Ethica', year: 1677 });
  const { issues: unknownFields, isTruncated } = checkBook(book.object);
  assert.ok(
    isTruncated && unknownFields.every(({ message }) => toEnglish(message).startsWith('There is no field')),
  );
  assert.ok(book.getReadCount() <= 3_000, `${book.getReadCount()} reads`);
});

test('the check reports whether there are more violations than the maximum', () => {
  const { issues, isTruncated } = check({ books: Array(1_000).fill({ titel: 1 }) });
  assert.ok(isTruncated && issues.length > 500);
  assert.equal(check({ books: [{}] }).isTruncated, false);
});

test('the check can pause after each list entry, and after each value with violations', () => {
  const checkInSteps = createSchemaCheckInSteps(Shelf, { documentName: verbatim('The shelf') });
  const books = Array(200).fill({ titel: 1 });
  assert.ok([...checkInSteps({ books })].length >= 3 * books.length);
});
