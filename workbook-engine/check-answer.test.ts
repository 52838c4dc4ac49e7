import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { toEnglish } from '#i18n/message.ts';
import { createMessageTranslator } from '#i18n/translate.ts';
import { checkAnswer, checkAnswers } from './check-answer.ts';
import { indexFields, prepareField } from './index-fields.ts';
import dutch from './messages/nl/sentences.json' with { type: 'json' };

/** Values that a field accepts and stores unchanged, and values that it rejects. */
type Case = { field: Omit<Field, 'name'>; accepts: unknown[]; rejects: unknown[] };

const choices = [{ value: 'red' }, { value: 'green' }];
const ID = '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d';
const OTHER_ID = '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5e';
const invalidStrings = [5, true, [], {}, 'a\0b', 'half \uD83D'];
const cases: Case[] = [
  {
    field: { type: 'text' },
    accepts: ['', 'Rust', '🙂', 'x'.repeat(4_000)],
    rejects: [...invalidStrings, 'x'.repeat(4_001)],
  },
  { field: { type: 'text', maxLength: 2 }, accepts: ['ab', '🙂🙂'], rejects: ['abc', '🙂🙂🙂', 'abcdef'] },
  {
    field: { type: 'longText' },
    accepts: ['x'.repeat(32_768)],
    rejects: [...invalidStrings, 'x'.repeat(32_769)],
  },
  { field: { type: 'barcode' }, accepts: ['8710398500106'], rejects: invalidStrings },
  {
    field: { type: 'integer' },
    accepts: [0, -3, 2 ** 53 - 1],
    rejects: [1.5, '3', true, 2 ** 53, Number.NaN],
  },
  { field: { type: 'integer', min: 1, max: 3 }, accepts: [1, 3], rejects: [0, 4] },
  { field: { type: 'decimal' }, accepts: [0, -1.25, 1e20], rejects: ['1.5', Number.POSITIVE_INFINITY, [1]] },
  { field: { type: 'decimal', min: -0.5, max: 0.5 }, accepts: [-0.5, 0.5], rejects: [-0.51, 0.51] },
  { field: { type: 'boolean' }, accepts: [true, false], rejects: ['true', 1, 0] },
  {
    field: { type: 'date' },
    accepts: ['2024-02-29'],
    rejects: ['2026-02-29', '2026-03-01T00:00:00Z', 20260301],
  },
  {
    field: { type: 'date', min: '2026-01-01', max: '2026-12-31' },
    accepts: ['2026-01-01', '2026-12-31'],
    rejects: ['2025-12-31', '2027-01-01'],
  },
  { field: { type: 'time' }, accepts: ['09:30', '23:59:59'], rejects: ['24:00', '9:30', 930] },
  {
    field: { type: 'time', min: '08:00', max: '17:00:00' },
    accepts: ['08:00:00', '17:00'],
    rejects: ['07:59', '17:00:01'],
  },
  {
    field: { type: 'dateTime' },
    accepts: ['2026-03-01T09:30:00.000Z'],
    rejects: ['2026-03-01T09:30:00', '2026-03-01', '2026-02-30T09:30:00Z', 0],
  },
  {
    field: { type: 'dateTime', min: '2026-03-01T10:00:00+01:00' },
    accepts: ['2026-03-01T09:00:00.000Z'],
    rejects: ['2026-03-01T09:59:59+01:00'],
  },
  { field: { type: 'singleChoice', choices }, accepts: ['red'], rejects: ['Red', 'blue', '', ['red'], 1] },
  {
    field: { type: 'multiChoice', choices },
    accepts: [[], ['green'], ['green', 'red']],
    rejects: ['red', ['blue'], ['red', 'red'], [['red']]],
  },
  {
    field: { type: 'photo', maxCount: 2 },
    accepts: [[], [ID], [ID, OTHER_ID]],
    rejects: [
      ID,
      ['x'],
      [5],
      [ID, ID.toUpperCase()],
      [ID, OTHER_ID, ID.replace('0', '1')],
      'data:image/png;base64,AAAA',
    ],
  },
  { field: { type: 'signature' }, accepts: [ID], rejects: [[ID], '', 'x', `${ID}0`, 5] },
  { field: { type: 'file' }, accepts: [ID], rejects: [[ID], '../../etc/passwd', true] },
  {
    field: { type: 'location' },
    accepts: [
      { latitude: 52.36, longitude: 4.9 },
      { latitude: -90, longitude: 180, accuracy: 0, altitude: -3.5 },
    ],
    rejects: [
      { latitude: 52.36 },
      { latitude: 90.1, longitude: 4.9 },
      { latitude: 52.36, longitude: '4.9' },
      { latitude: 52.36, longitude: 4.9, accuracy: -1 },
      { latitude: 52.36, longitude: 4.9, altitude: null },
      { latitude: 52.36, longitude: 4.9, heading: 90 },
      [52.36, 4.9],
      '52.36, 4.9',
    ],
  },
];

for (const { field, accepts, rejects } of cases) {
  test(`checks answers to ${JSON.stringify(field)}`, () => {
    const preparedField = prepareField({ name: 'A', ...field });
    for (const value of [...accepts, null]) {
      assert.deepEqual(checkAnswer(preparedField, value), { answer: value, issues: [] });
    }
    for (const value of [...rejects, undefined]) {
      const { issues } = checkAnswer(preparedField, value);
      assert.equal(issues.length, 1, `${JSON.stringify(value)} was not rejected`);
      assert.match(toEnglish(issues[0]!.message), /^A /);
    }
  });
}

test('stores a dateTime in UTC', () => {
  const preparedField = prepareField({ name: 'Seen', type: 'dateTime' });
  assert.equal(checkAnswer(preparedField, '2026-03-01T00:30:00+01:00').answer, '2026-02-28T23:30:00.000Z');
});

test('an error names the field, the invalid value and the valid values', () => {
  const listMessages = (field: Omit<Field, 'name'>, value: unknown) =>
    checkAnswer(prepareField({ name: 'A', ...field }), value).issues.map(({ message }) => toEnglish(message));
  assert.deepEqual(listMessages({ type: 'integer' }, 'three'), ['A must be a whole number, but is "three".']);
  assert.deepEqual(listMessages({ type: 'decimal', max: 3 }, 4.5), ['A must be at most 3, but is 4.5.']);
  assert.deepEqual(listMessages({ type: 'singleChoice', choices }, 'blue'), [
    'A must be one of "red", "green", but is "blue".',
  ]);
  assert.deepEqual(listMessages({ type: 'text', maxLength: 3 }, 'four'), [
    'A may have at most 3 characters, but has 4.',
  ]);
  assert.deepEqual(listMessages({ type: 'location' }, { latitude: 91, longitude: 4 }), [
    'A must have a latitude between -90 and 90 degrees, but has 91.',
  ]);
  assert.deepEqual(listMessages({ type: 'multiChoice', choices }, ['red', 'blue']), [
    'A contains "blue", which is not one of "red", "green".',
  ]);
});

test("an error is entirely in the reader's language, including its values and quotation marks", () => {
  const translate = createMessageTranslator(dutch);
  const formatMessage = (field: Omit<Field, 'name'>, value: unknown) =>
    translate(checkAnswer(prepareField({ name: 'A', ...field }), value).issues[0]!.message);
  assert.equal(
    formatMessage({ type: 'singleChoice', choices }, 'blue'),
    'A moet een van ‘red’, ‘green’ zijn, maar is ‘blue’.',
  );
  assert.equal(
    formatMessage({ type: 'decimal' }, [1, 2, 3]),
    'A moet een getal zijn, maar is een lijst met 3 waarden.',
  );
  assert.equal(formatMessage({ type: 'decimal' }, undefined), 'A moet een getal zijn, maar is niets.');
});

test('rejects any answer to a note, section or calculated field, even null', () => {
  for (const type of ['note', 'section', 'calculated'] as const) {
    const { issues } = checkAnswer(prepareField({ name: 'A', type }), null);
    assert.equal(issues.length, 1, type);
  }
});

test('stores upload IDs in lower case', () => {
  const toStoredAnswer = (type: 'photo' | 'file', value: unknown) =>
    checkAnswer(prepareField({ name: 'A', type }), value).answer;
  assert.equal(toStoredAnswer('file', ID.toUpperCase()), ID);
  assert.deepEqual(toStoredAnswer('photo', [ID.toUpperCase()]), [ID]);
});

const bridge = indexFields({
  fields: [
    { name: 'Height', type: 'decimal' },
    { name: 'Deck', type: 'section', fields: [{ name: 'Material', type: 'text' }] },
    {
      name: 'Defects',
      type: 'repeat',
      fields: [
        { name: 'Depth', type: 'integer' },
        { name: 'Seen', type: 'section', fields: [{ name: 'SeenAt', type: 'dateTime' }] },
      ],
    },
    { name: 'constructor', type: 'text' },
  ],
});

test("accepts answers to a section's fields at the top level, and answers to a repeat's fields in its instances", () => {
  const input = { Height: 3, Material: 'Steel', Defects: [{ Depth: 4, SeenAt: '2026-03-01T10:00Z' }, {}] };
  assert.deepEqual(checkAnswers(bridge, input), {
    answers: { ...input, Defects: [{ Depth: 4, SeenAt: '2026-03-01T10:00:00.000Z' }, {}] },
    issues: [],
  });
});

test('reports all errors together, each with its path', () => {
  const input = { Height: 'tall', Defects: [{ Depth: 1 }, { Depth: 1.5, SeenAt: 'now' }, 7], Deck: {} };
  const { issues } = checkAnswers(bridge, input);
  const paths = ['Height', 'Defects[1].Depth', 'Defects[1].SeenAt', 'Defects[2]', 'Deck'];
  assert.deepEqual(
    issues.map(({ field }) => field),
    paths,
  );
});

test('suggests a similar name for an unknown field', () => {
  const formatMessage = (answers: Record<string, unknown>) =>
    checkAnswers(bridge, answers).issues.map(({ message }) => toEnglish(message))[0];
  assert.equal(formatMessage({ Heigth: 3 }), 'There is no field "Heigth". Did you mean "Height"?');
  assert.equal(formatMessage({ height: 3 }), 'There is no field "height". Did you mean "Height"?');
  assert.equal(formatMessage({ Colour: 3 }), 'There is no field "Colour".');
  assert.equal(
    formatMessage({ Depth: 3 }),
    'Depth is a field of the repeat Defects: answer it in an entry of that repeat.',
  );
  assert.equal(
    formatMessage({ Defects: [{ Height: 3 }] }),
    'Height is not a field of the repeat Defects: answer it outside the repeat.',
  );
});

test('accepts field names such as constructor and toString', () => {
  assert.deepEqual(checkAnswers(bridge, { constructor: 'Eiffel' }).answers, { constructor: 'Eiffel' });
  assert.equal(checkAnswers(bridge, { toString: 'x' }).issues.length, 1);
  assert.equal(checkAnswers(bridge, JSON.parse('{"__proto__": {"Height": 3}}')).issues.length, 1);
});

test('limits the number and length of errors for very large answers', () => {
  const instances = Array.from({ length: workbookLimits.entries + 1 }, () => ({}));
  assert.equal(checkAnswers(bridge, { Defects: instances }).issues.length, 1);
  const unknownAnswers = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`Hight${n}`, n]));
  assert.equal(checkAnswers(bridge, unknownAnswers).issues.length, 100);
  assert.equal(checkAnswers(bridge, { Defects: Array(1_000).fill(7) }).issues.length, 100);
  const [tooLong] = checkAnswers(bridge, { Height: 'x'.repeat(1_000_000) }).issues;
  assert.ok(toEnglish(tooLong!.message).length < 150);
});
