import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Field } from '#contract/workbook-definition.ts';
import { toEnglish } from '#i18n/message.ts';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { checkAnswer, checkAnswers } from './check-answer.ts';
import { checkDefinition } from './check-definition.ts';
import { findCompletionIssues } from './completion-issues.ts';
import { fillForm } from './fill-form.ts';
import { prefill } from './prefill.ts';

const choices = [{ value: 'a', label: 'b' }, { value: 'b', label: { en: 'a, c' } }, { value: '1' }];
const baseFields: Field[] = [
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
const withInnerNames = (fields: Field[]) => fields.map((field) => ({ ...field, name: `Inner${field.name}` }));
const fields: Field[] = [
  { name: 'Section', type: 'section', fields: baseFields },
  { name: 'Repeat', type: 'repeat', fields: withInnerNames(baseFields), required: true },
];
const form = compileTestForm(fields);
const { index } = form;

const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2120-01-01') });
const isoString = fc
  .tuple(instant, fc.constantFrom('Z', '+01:00', '-11:30'), fc.nat(27))
  .map(([date, zone, length]) => `${date.toISOString().slice(0, length)}${zone}`);
const text = fc.oneof(
  fc.constantFrom('a', 'b', 'a,b', '1, a', 'a, c', '', '2026-03-01', '2026-02-30', '09:30', '\0', '\uD800'),
  isoString,
  isoString.map((iso) => iso.slice(0, 10)),
  isoString.map((iso) => iso.slice(11, 19)),
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
/** Any JSON value, often one that looks like an answer. */
const value = fc.oneof(scalar, fc.array(text), location, fc.jsonValue(), fc.constant(null));
const arbitraryAnswers = (names: string[]) => fc.dictionary(fc.constantFrom(...names), value);
const innerNames = withInnerNames(baseFields).map(({ name }) => name);
const answers = fc
  .tuple(
    arbitraryAnswers([...baseFields.map(({ name }) => name), 'Section', 'toString', '__proto__']),
    fc.array(arbitraryAnswers(innerNames)),
  )
  .map(([topLevel, Repeat]) => ({ ...topLevel, Repeat }));

test('the definition in these tests is valid', () => {
  assert.deepEqual(checkDefinition({ fields }), []);
});

test('checks any JSON value without throwing, and accepts a stored answer again unchanged', () => {
  for (const preparedField of index.allFields.values()) {
    fc.assert(
      fc.property(value, (input) => {
        const { answer, issues } = checkAnswer(preparedField, input);
        if (issues.length === 0) assert.deepEqual(checkAnswer(preparedField, answer), { answer, issues: [] });
      }),
    );
  }
});

test('checks any set of answers, accepts the valid ones again, and determines whether they are complete', () => {
  fc.assert(
    fc.property(answers, (input) => {
      const { answers: checkedAnswers, issues } = checkAnswers(index, input);
      const invalidNames = new Set(issues.map(({ field }) => field.split(/[[.]/)[0]));
      const validAnswers = Object.fromEntries(
        Object.entries(checkedAnswers).filter(([name]) => !invalidNames.has(name)),
      );
      assert.deepEqual(checkAnswers(index, validAnswers), { answers: validAnswers, issues: [] });
      for (const { message } of findCompletionIssues(fillForm(form, validAnswers, TEST_CONTEXT)))
        assert.match(toEnglish(message), /is required/);
    }),
  );
});

test('prefilling yields only valid answers, and reports every property once', () => {
  const names = [
    ...baseFields.flatMap(({ name }) => [name, name.toLowerCase()]),
    'Section',
    'repeat',
    'Other',
  ];
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.constantFrom(...names, ...innerNames), fc.string()), scalar),
      fc.constantFrom('UTC', 'Europe/Amsterdam', 'Pacific/Kiritimati'),
      (properties, timeZone) => {
        const { answers, report } = prefill(form, properties, { ...TEST_CONTEXT, timeZone });
        assert.deepEqual(checkAnswers(index, answers), { answers, issues: [] });
        const propertiesWithField = [...report.filled, ...report.unsuitable].map(({ property }) => property);
        const reportedProperties = [...propertiesWithField, ...report.withoutField];
        assert.deepEqual(reportedProperties.sort(), Object.keys(properties).sort());
      },
    ),
  );
});
