import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Field } from '#contract/workbook-definition.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { formOf, SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import { checkAnswer, checkAnswers } from './check-answer.ts';
import { checkDefinition } from './check-definition.ts';
import { completionFaults } from './completion-faults.ts';
import { fillForm } from './fill-form.ts';
import { prefill } from './prefill.ts';

const choices = [{ value: 'a', label: 'b' }, { value: 'b', label: { en: 'a, c' } }, { value: '1' }];
const innermost: Field[] = [
  { name: 'Text', type: 'text', maxLength: 3 },
  { name: 'LongText', type: 'longText', required: true },
  { name: 'Integer', type: 'integer', min: -2, max: 1_000, default: 3 },
  { name: 'Decimal', type: 'decimal', max: 1.5 },
  { name: 'Boolean', type: 'boolean', required: true },
  { name: 'Date', type: 'date', min: '2000-01-01' },
  { name: 'Time', type: 'time', max: '12:00', default: '09:30' },
  { name: 'DateTime', type: 'dateTime', max: '2100-01-01T00:00:00Z' },
  { name: 'SingleChoice', type: 'singleChoice', choices },
  { name: 'MultiChoice', type: 'multiChoice', choices, default: ['a'] },
  { name: 'Photo', type: 'photo' },
  { name: 'Location', type: 'location' },
  { name: 'Barcode', type: 'barcode', default: 'x' },
  { name: 'Note', type: 'note' },
];
const renamed = (fields: Field[]) => fields.map((field) => ({ ...field, name: `Inner${field.name}` }));
const fields: Field[] = [
  { name: 'Section', type: 'section', fields: innermost },
  { name: 'Repeat', type: 'repeat', fields: renamed(innermost), required: true },
];
const form = formOf(fields);
const { index } = form;

const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2120-01-01') });
const isoText = fc
  .tuple(instant, fc.constantFrom('Z', '+01:00', '-11:30'), fc.nat(27))
  .map(([date, zone, length]) => `${date.toISOString().slice(0, length)}${zone}`);
const text = fc.oneof(
  fc.constantFrom('a', 'b', 'a,b', '1, a', 'a, c', '', '2026-03-01', '2026-02-30', '09:30', '\0', '\uD800'),
  isoText,
  isoText.map((iso) => iso.slice(0, 10)),
  isoText.map((iso) => iso.slice(11, 19)),
  fc.string({ unit: 'binary' }),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean());
const location = fc.record(
  {
    latitude: scalar,
    longitude: fc.double({ min: -180, max: 180 }),
    accuracy: scalar,
    altitude: fc.double(),
  },
  { requiredKeys: ['longitude'] },
);
/** Any JSON value, rich in those that come near an answer. */
const value = fc.oneof(scalar, fc.array(text), location, fc.jsonValue(), fc.constant(null));
const answersOf = (names: string[]) => fc.dictionary(fc.constantFrom(...names), value);
const innerNames = renamed(innermost).map(({ name }) => name);
const answers = fc
  .tuple(
    answersOf([...innermost.map(({ name }) => name), 'Section', 'toString', '__proto__']),
    fc.array(answersOf(innerNames)),
  )
  .map(([own, Repeat]) => ({ ...own, Repeat }));

test('the definition of these tests is a good one', () => {
  assert.deepEqual(checkDefinition({ fields }), []);
});

test('any JSON value is judged without an exception, and a stored answer is accepted unchanged again', () => {
  for (const indexed of index.everywhere.values()) {
    fc.assert(
      fc.property(value, (given) => {
        const { answer, faults } = checkAnswer(indexed, given);
        if (faults.length === 0) assert.deepEqual(checkAnswer(indexed, answer), { answer, faults: [] });
      }),
    );
  }
});

test('any answers are judged as a whole; what stands without faults stands again, and can be completed or not', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const { answers: kept, faults } = checkAnswers(index, given);
      const faulty = new Set(faults.map(({ field }) => field.split(/[[.]/)[0]));
      const sound = Object.fromEntries(Object.entries(kept).filter(([name]) => !faulty.has(name)));
      assert.deepEqual(checkAnswers(index, sound), { answers: sound, faults: [] });
      for (const { message } of completionFaults(fillForm(form, sound, SOME_DAY)))
        assert.match(inEnglish(message), /is required/);
    }),
  );
});

test('prefill never gives an answer that would be refused, and tells of every property once', () => {
  const names = [
    ...innermost.flatMap(({ name }) => [name, name.toLowerCase()]),
    'Section',
    'repeat',
    'Other',
  ];
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.constantFrom(...names, ...innerNames), fc.string()), scalar),
      fc.constantFrom('UTC', 'Europe/Amsterdam', 'Pacific/Kiritimati'),
      (properties, timeZone) => {
        const { answers, report } = prefill(form, properties, { ...SOME_DAY, timeZone });
        assert.deepEqual(checkAnswers(index, answers), { answers, faults: [] });
        const told = [...report.filled, ...report.unsuitable].map(({ property }) => property);
        assert.deepEqual([...told, ...report.withoutField].sort(), Object.keys(properties).sort());
      },
    ),
  );
});
