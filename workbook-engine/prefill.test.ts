import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { toEnglish } from '#i18n/message.ts';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { type PrefillReport, prefill as prefillForm } from './prefill.ts';
import type { CustomValue } from './prefill-rules.ts';

const prefill = (
  form: ReturnType<typeof compileTestForm>,
  properties: Record<string, CustomValue>,
  evaluationContext: Partial<EvaluationContext> = {},
) => prefillForm(form, properties, { ...TEST_CONTEXT, ...evaluationContext });

/** Creates a form with one field A of this type. */
const createForm = (type: FieldType, extraProperties: Partial<Field> = {}) =>
  compileTestForm([{ name: 'A', type, ...REQUIRED_PROPERTIES[type], ...extraProperties }]);
const choices = [
  { value: '1', label: 'Red' },
  { value: 'g', label: { en: 'Green', nl: 'Groen' } },
  { value: 'Red', label: 'Not red' },
  { value: 'crack', label: 'Cracked, severe' },
];
const REQUIRED_PROPERTIES: Partial<Record<FieldType, Partial<Field>>> = {
  singleChoice: { choices },
  multiChoice: { choices },
  calculated: { calculation: '1' },
  section: { fields: [{ name: 'B', type: 'text' }] },
  repeat: { fields: [{ name: 'B', type: 'text' }] },
};
/** A value of each type that a property can have. */
const VALUES_OF_EACH_TYPE: CustomValue[] = ['a', 1, 1.5, true];

/** For each field type, suitable values with the resulting answers, and unsuitable values. */
const TABLE: Record<FieldType, { accepts: [CustomValue, unknown][]; rejects: CustomValue[] }> = {
  text: {
    accepts: [
      ['Rust', 'Rust'],
      [5, '5'],
      [1.5, '1.5'],
      [true, 'true'],
      ['', ''],
    ],
    rejects: ['a\0b', 'x'.repeat(4_001)],
  },
  longText: {
    accepts: [
      ['Rust', 'Rust'],
      [-2, '-2'],
      [0.5, '0.5'],
      [false, 'false'],
    ],
    rejects: ['x'.repeat(32_769)],
  },
  integer: {
    accepts: [
      [5, 5],
      [5.0, 5],
      [-3, -3],
    ],
    rejects: [5.5, '5', true, 2 ** 53],
  },
  decimal: {
    accepts: [
      [5, 5],
      [5.5, 5.5],
    ],
    rejects: ['5.5', false],
  },
  boolean: {
    accepts: [
      [true, true],
      [false, false],
    ],
    rejects: ['true', 1, 0, 0.5],
  },
  date: {
    accepts: [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01T23:30:00Z', '2026-03-01'],
    ],
    rejects: ['2026-02-30', '1 March', 20260301, 1.5, true],
  },
  time: {
    accepts: [
      ['09:30', '09:30'],
      ['09:30:15', '09:30:15'],
      ['2026-03-01T10:30:15+01:00', '09:30:15'],
    ],
    rejects: ['24:00', 930, 9.5, false],
  },
  dateTime: {
    accepts: [['2026-03-01T10:30:00+01:00', '2026-03-01T09:30:00.000Z']],
    rejects: ['2026-03-01', '2026-03-01T10:30:00', 0, 0.5, true],
  },
  singleChoice: {
    accepts: [
      ['g', 'g'],
      [1, '1'],
      ['Groen', 'g'],
    ],
    rejects: ['g,1', '', 2, 1.5, true],
  },
  multiChoice: {
    accepts: [
      ['g, 1', ['g', '1']],
      [1, ['1']],
    ],
    rejects: ['g, blue', '', 2, 1.5, true],
  },
  barcode: { accepts: [['8710', '8710']], rejects: [8710, 87.1, true] },
  photo: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  signature: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  location: { accepts: [], rejects: [...VALUES_OF_EACH_TYPE, '52.36, 4.9'] },
  file: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  note: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  calculated: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  section: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
  repeat: { accepts: [], rejects: VALUES_OF_EACH_TYPE },
};

for (const [type, { accepts, rejects }] of Object.entries(TABLE) as [
  FieldType,
  (typeof TABLE)[FieldType],
][]) {
  for (const [A, answer] of accepts) {
    test(`the ${typeof A} ${describeValue(A)} fills a ${type} field`, () => {
      const { answers, report } = prefill(createForm(type), { A });
      assert.deepEqual(answers, { A: answer });
      assert.deepEqual(report, { filled: [{ property: 'A', field: 'A' }], withoutField: [], unsuitable: [] });
    });
  }
  for (const A of rejects) {
    test(`the ${typeof A} ${describeValue(A)} does not fill a ${type} field`, () => {
      const { answers, report } = prefill(createForm(type), { A });
      assert.deepEqual(answers, {});
      assert.deepEqual([report.unsuitable.length, report.filled.length], [1, 0]);
    });
  }
}

test('a single choice is filled by value, falling back to its label in any language', () => {
  const fillChoice = (A: CustomValue) => prefill(createForm('singleChoice'), { A }).answers.A;
  assert.equal(fillChoice('g'), 'g');
  assert.equal(fillChoice(1), '1');
  assert.equal(fillChoice('Groen'), 'g');
  assert.equal(fillChoice('Red'), 'Red');
  for (const value of ['groen', 'blue', '', 2, true]) assert.equal(fillChoice(value), undefined);
});

test('a multiple choice is filled if every part between commas is a choice', () => {
  const fillChoice = (A: CustomValue) => prefill(createForm('multiChoice'), { A }).answers.A;
  assert.deepEqual(fillChoice('g'), ['g']);
  assert.deepEqual(fillChoice(1), ['1']);
  assert.deepEqual(fillChoice('1, Green,g'), ['1', 'g']);
  assert.deepEqual(fillChoice('Cracked, severe'), ['crack']);
  for (const value of ['g,blue', 'g,', '', true]) assert.equal(fillChoice(value), undefined);
});

test("a timestamp fills a date or time field in the team's time zone", () => {
  const answer = (type: FieldType) =>
    prefill(createForm(type), { A: '2026-03-01T23:30:00Z' }, { timeZone: 'Europe/Amsterdam' }).answers.A;
  assert.equal(answer('date'), '2026-03-02');
  assert.equal(answer('time'), '00:30:00');
  assert.equal(answer('dateTime'), '2026-03-01T23:30:00.000Z');
});

const formatReasons = ({ unsuitable }: PrefillReport) =>
  unsuitable.map(({ reason, ...entry }) => ({ ...entry, reason: toEnglish(reason) }));

test('ignores the case of names, but prefers the exact name, then the first name in ordinal order', () => {
  const form = createForm('text');
  assert.deepEqual(prefill(form, { a: 'small' }).report.filled, [{ property: 'a', field: 'A' }]);
  const { answers, report } = prefill(form, { a: 'small', A: 'exact' });
  assert.equal(answers.A, 'exact');
  assert.deepEqual(formatReasons(report), [
    { property: 'a', field: 'A', reason: 'The property A takes precedence.' },
  ]);
  const height = compileTestForm([{ name: 'height', type: 'text' }]);
  assert.equal(prefill(height, { Height: 'first', height: 'exact' }).answers.height, 'exact');
  const withoutExactName = prefill(height, { hEIGHT: 'third', Height: 'second', HEIGHT: 'first' });
  assert.equal(withoutExactName.answers.height, 'first');
});

test('uses the default if the property with the exact name is unsuitable, even if one in different case is suitable', () => {
  const { answers, report } = prefill(createForm('integer', { default: 7 }), { A: 'seven', a: 8 });
  assert.deepEqual(answers, { A: 7 });
  assert.deepEqual(
    formatReasons(report).map(({ property, reason }) => `${property}: ${reason}`),
    [
      'A: A field of type integer requires a whole number, not "seven".',
      'a: The property A takes precedence.',
    ],
  );
});

test('does not fill a field with a value outside its bounds, and reports why', () => {
  const { answers, report } = prefill(createForm('integer', { max: 3 }), { A: 4 });
  assert.deepEqual(answers, {});
  assert.equal(formatReasons(report)[0]!.reason, 'A must be at most 3, but is 4.');
});

test('fills fields in sections but not in repeats, and lists properties without a field', () => {
  const form = compileTestForm([
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

test('uses the default, in the stored format, if no property fills the field', () => {
  const form = compileTestForm([
    { name: 'Floors', type: 'integer', default: 1 },
    { name: 'Seen', type: 'dateTime', default: '2026-03-01T10:00:00+01:00' },
    { name: 'Safe', type: 'boolean', default: false },
  ]);
  const { answers } = prefill(form, { Floors: 3 });
  assert.deepEqual(answers, { Floors: 3, Seen: '2026-03-01T09:00:00.000Z', Safe: false });
});
