import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { formOf, SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import type { Circumstances } from './expressions/value.ts';
import { prefill as prefillForm } from './prefill.ts';
import type { CustomValue } from './prefill-rules.ts';

const prefill = (
  form: ReturnType<typeof formOf>,
  properties: Record<string, CustomValue>,
  circumstances: Partial<Circumstances> = {},
) => prefillForm(form, properties, { ...SOME_DAY, ...circumstances });

/** A field named A of this type; choices for those that need some. */
const only = (type: FieldType, more: Partial<Field> = {}) => formOf([{ name: 'A', type, ...more }]);

/** product rule: which value of a property suits which type, and as what answer. */
const table: [type: FieldType, suits: [CustomValue, unknown][], never: CustomValue[]][] = [
  [
    'text',
    [
      ['Rust', 'Rust'],
      [5, '5'],
      [1.5, '1.5'],
      [true, 'true'],
      ['', ''],
    ],
    ['a\0b', 'x'.repeat(4_001)],
  ],
  [
    'longText',
    [
      ['Rust', 'Rust'],
      [-2, '-2'],
      [false, 'false'],
    ],
    ['x'.repeat(32_769)],
  ],
  [
    'integer',
    [
      [5, 5],
      [5.0, 5],
      [-3, -3],
    ],
    [5.5, '5', true, 2 ** 53],
  ],
  [
    'decimal',
    [
      [5, 5],
      [5.5, 5.5],
    ],
    ['5.5', false],
  ],
  [
    'boolean',
    [
      [true, true],
      [false, false],
    ],
    ['true', 1, 0],
  ],
  [
    'date',
    [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01T23:30:00Z', '2026-03-01'],
    ],
    ['2026-02-30', '1 March', 20260301, true],
  ],
  [
    'time',
    [
      ['09:30', '09:30'],
      ['09:30:15', '09:30:15'],
      ['2026-03-01T10:30:15+01:00', '09:30:15'],
    ],
    ['24:00', 930, false],
  ],
  [
    'dateTime',
    [['2026-03-01T10:30:00+01:00', '2026-03-01T09:30:00.000Z']],
    ['2026-03-01', '2026-03-01T10:30:00', 0, true],
  ],
  ['barcode', [['8710', '8710']], [8710, true]],
  ['photo', [], ['a', 1, true]],
  ['signature', [], ['a', 1, true]],
  ['location', [], ['52.36, 4.9', 52, true]],
  ['file', [], ['a', 1, true]],
  ['note', [], ['a', 1, true]],
];

for (const [type, suits, never] of table) {
  test(`what fills a ${type} field and what does not`, () => {
    const form = only(type);
    for (const [A, answer] of suits) {
      const { answers, report } = prefill(form, { A });
      assert.deepEqual(answers, { A: answer });
      assert.deepEqual(report, { filled: [{ property: 'A', field: 'A' }], withoutField: [], unsuitable: [] });
    }
    for (const A of never) {
      const { answers, report } = prefill(form, { A });
      assert.deepEqual(answers, {}, `${A} fills nothing`);
      assert.equal(report.unsuitable.length, 1);
      assert.equal(report.filled.length, 0);
    }
  });
}

const choices = [
  { value: '1', label: 'Red' },
  { value: 'g', label: { en: 'Green', nl: 'Groen' } },
  { value: 'Red', label: 'Not red' },
  { value: 'crack', label: 'Cracked, severe' },
];

test('a single choice is filled by a value, else by a label in any language', () => {
  const filled = (A: CustomValue) => prefill(only('singleChoice', { choices }), { A }).answers.A;
  assert.equal(filled('g'), 'g');
  assert.equal(filled(1), '1');
  assert.equal(filled('Groen'), 'g');
  assert.equal(filled('Red'), 'Red');
  for (const value of ['groen', 'blue', '', 2, true]) assert.equal(filled(value), undefined);
});

test('a multiple choice is filled when every part between commas is a choice', () => {
  const filled = (A: CustomValue) => prefill(only('multiChoice', { choices }), { A }).answers.A;
  assert.deepEqual(filled('g'), ['g']);
  assert.deepEqual(filled(1), ['1']);
  assert.deepEqual(filled('1, Green,g'), ['1', 'g']);
  assert.deepEqual(filled('Cracked, severe'), ['crack']);
  for (const value of ['g,blue', 'g,', '', true]) assert.equal(filled(value), undefined);
});

test("a timestamp is the calendar day, and the time of day, in the team's time zone", () => {
  const answer = (type: FieldType) =>
    prefill(only(type), { A: '2026-03-01T23:30:00Z' }, { timeZone: 'Europe/Amsterdam' }).answers.A;
  assert.equal(answer('date'), '2026-03-02');
  assert.equal(answer('time'), '00:30:00');
  assert.equal(answer('dateTime'), '2026-03-01T23:30:00.000Z');
});

test('letter case is ignored, but the exact name goes first, then ordinal order', () => {
  const form = only('text');
  assert.deepEqual(prefill(form, { a: 'small' }).report.filled, [{ property: 'a', field: 'A' }]);
  const { answers, report } = prefill(form, { a: 'small', A: 'exact' });
  assert.equal(answers.A, 'exact');
  assert.deepEqual(report.unsuitable, [
    { property: 'a', field: 'A', reason: 'The property A goes before this one.' },
  ]);
  const height = formOf([{ name: 'height', type: 'text' }]);
  assert.equal(prefill(height, { Height: 'first', height: 'exact' }).answers.height, 'exact');
  const neither = prefill(height, { hEIGHT: 'third', Height: 'second', HEIGHT: 'first' });
  assert.equal(neither.answers.height, 'first');
});

test('an exact name that does not suit leaves the field to its default and not to a similar name', () => {
  const { answers, report } = prefill(only('integer', { default: 7 }), { A: 'seven', a: 8 });
  assert.deepEqual(answers, { A: 7 });
  assert.deepEqual(
    report.unsuitable.map(({ property, reason }) => `${property}: ${reason}`),
    [
      'A: A field of type integer takes a whole number, not "seven".',
      'a: The property A goes before this one.',
    ],
  );
});

test('a value outside the bounds of the field does not fill it, and the reason says so', () => {
  const { answers, report } = prefill(only('integer', { max: 3 }), { A: 4 });
  assert.deepEqual(answers, {});
  assert.equal(report.unsuitable[0]!.reason, 'A must be at most 3, but is 4.');
});

test('fields in sections are filled, fields in repeats are not, properties without field are listed', () => {
  const form = formOf([
    { name: 'Deck', type: 'section', fields: [{ name: 'Material', type: 'text' }] },
    { name: 'Spans', type: 'repeat', fields: [{ name: 'Length', type: 'decimal', default: 1 }] },
  ]);
  const { answers, report } = prefill(form, {
    Owner: 'City',
    material: 'Steel',
    Length: 4,
    Deck: 'x',
    Spans: 2,
  });
  assert.deepEqual(answers, { Material: 'Steel' });
  assert.deepEqual(report.withoutField, ['Owner']);
  assert.deepEqual(
    report.unsuitable.map(({ field }) => field),
    ['Length', 'Deck', 'Spans'],
  );
});

test('a default stands where no property fills the field, in stored form', () => {
  const form = formOf([
    { name: 'Floors', type: 'integer', default: 1 },
    { name: 'Seen', type: 'dateTime', default: '2026-03-01T10:00:00+01:00' },
    { name: 'Safe', type: 'boolean', default: false },
  ]);
  const { answers } = prefill(form, { Floors: 3 });
  assert.deepEqual(answers, { Floors: 3, Seen: '2026-03-01T09:00:00.000Z', Safe: false });
});
