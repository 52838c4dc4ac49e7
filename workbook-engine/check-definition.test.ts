import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { checkDefinition } from './check-definition.ts';

const listMessages = (...fields: Field[]) =>
  checkDefinition({ fields }).map(({ path, message }) => `${path}: ${message}`);
const listPaths = (...fields: Field[]) => checkDefinition({ fields }).map(({ path }) => path);

const choices = [{ value: 'red', label: 'Red' }, { value: 'green' }];

test('accepts a valid definition with a field of each type', () => {
  const fields: Field[] = [
    { name: 'Inspector', type: 'text', required: true, default: '-', maxLength: 100 },
    { name: 'Remark', type: 'longText', hint: { en: 'What you saw', nl: 'Wat u zag' }, maxLength: 32_768 },
    { name: 'Floors', type: 'integer', min: 0, max: 200, default: 1 },
    { name: 'Height', type: 'decimal', min: 0.5, max: 0.5 },
    { name: 'Safe', type: 'boolean', default: false },
    { name: 'Built', type: 'date', min: '0900-01-01', max: '2100-01-01', default: '1874-05-01' },
    { name: 'Opens', type: 'time', min: '06:00', max: '22:00:00' },
    { name: 'Seen', type: 'dateTime', min: '2020-01-01T00:00:00Z', default: '2026-03-01T10:00:00+01:00' },
    { name: 'Colour', type: 'singleChoice', choices, default: 'red' },
    { name: 'Colours', type: 'multiChoice', choices, default: ['green', 'red'] },
    { name: 'Pictures', type: 'photo', maxCount: 5 },
    { name: 'Signed', type: 'signature' },
    { name: 'Place', type: 'location', default: { latitude: 52.3, longitude: 4.9 } },
    { name: 'Code', type: 'barcode' },
    { name: 'Drawing', type: 'file' },
    { name: 'Thanks', type: 'note', label: 'Thank you' },
    { name: 'Roof', type: 'section', fields: [{ name: 'Tiles', type: 'integer' }] },
    { name: 'Defects', type: 'repeat', required: true, fields: [{ name: 'Depth', type: 'integer' }] },
  ];
  assert.deepEqual(listMessages(...fields), []);
});

test('rejects a name used twice in a workbook, even in different case', () => {
  const roof: Field = { name: 'Roof', type: 'section', fields: [{ name: 'Height', type: 'text' }] };
  assert.deepEqual(listMessages({ name: 'Height', type: 'text' }, roof, { name: 'roof', type: 'text' }), [
    'fields[1].fields[0].name: The name Height is already used by fields[0]: names must be unique in the workbook.',
    'fields[2].name: The names roof and Roof (fields[1]) differ only in case, ' +
      'which is ignored when custom properties fill fields: use another name.',
  ]);
});

test('requires choice fields to have choices with unique values', () => {
  assert.deepEqual(listMessages({ name: 'Colour', type: 'singleChoice' }), [
    'fields[0].choices: Colour is of type singleChoice and needs choices.',
  ]);
  assert.deepEqual(
    listMessages({ name: 'Colour', type: 'multiChoice', choices: [...choices, { value: 'red' }] }),
    [
      'fields[0].choices[2].value: The value "red" is already used by fields[0].choices[0]: each choice needs a different value.',
    ],
  );
});

test('requires sections and repeats to have fields', () => {
  assert.deepEqual(listPaths({ name: 'Roof', type: 'section' }, { name: 'Defects', type: 'repeat' }), [
    'fields[0].fields',
    'fields[1].fields',
  ]);
});

test("rejects properties that the field's type does not support", () => {
  assert.deepEqual(listMessages({ name: 'Remark', type: 'text', maxCount: 3 }), [
    'fields[0].maxCount: Remark is of type text, which does not support maxCount. Types that support it: photo.',
  ]);
  assert.deepEqual(listMessages({ name: 'Remark', type: 'text', choices }), [
    'fields[0].choices: Remark is of type text, which does not support choices. Types that support it: singleChoice, multiChoice.',
  ]);
  assert.deepEqual(listPaths({ name: 'Safe', type: 'boolean', min: 1, maxLength: 3 }), [
    'fields[0].min',
    'fields[0].maxLength',
  ]);
  assert.deepEqual(listPaths({ name: 'Thanks', type: 'note', required: true, default: 'x' }), [
    'fields[0].required',
    'fields[0].default',
  ]);
});

test('requires bounds to be valid answers, with min not greater than max', () => {
  assert.deepEqual(listMessages({ name: 'Floors', type: 'integer', min: 0.5 }), [
    'fields[0].min: The min is not a valid answer: Floors must be a whole number, but is 0.5.',
  ]);
  assert.deepEqual(listPaths({ name: 'Built', type: 'date', min: 1874, max: '2026-02-30' }), [
    'fields[0].min',
    'fields[0].max',
  ]);
  assert.deepEqual(listMessages({ name: 'Opens', type: 'time', min: '22:00', max: '06:00' }), [
    'fields[0].min: The min 22:00 is greater than the max 06:00: no answer to Opens would be possible.',
  ]);
});

test('requires a default to be a valid answer', () => {
  assert.deepEqual(listMessages({ name: 'Floors', type: 'integer', max: 3, default: 4 }), [
    'fields[0].default: The default is not a valid answer: Floors must be at most 3, but is 4.',
  ]);
  assert.deepEqual(listPaths({ name: 'Colour', type: 'singleChoice', choices, default: 'blue' }), [
    'fields[0].default',
  ]);
});

test('rejects strings that PostgreSQL cannot store, in any property', () => {
  const label = { en: 'ok', nl: 'a\0b' };
  const fields: Field[] = [
    { name: 'A', type: 'text', label, hint: 'half \uD83D' },
    { name: 'B', type: 'singleChoice', choices: [{ value: '\0', label }] },
    {
      name: 'C',
      type: 'text',
      default: { calculation: "'\0'" },
      required: "'\0' = ''",
      constraint: ". = '\0'",
      constraintMessage: label,
      failWhen: ". = '\0'",
      followUp: { workbook: '\0', team: '\0' },
    },
  ];
  assert.deepEqual(listPaths(...fields), [
    'fields[0].label.nl',
    'fields[0].hint',
    'fields[1].choices[0].value',
    'fields[1].choices[0].label.nl',
    'fields[2].constraintMessage.nl',
    'fields[2].required',
    'fields[2].constraint',
    'fields[2].failWhen',
    'fields[2].default.calculation',
    'fields[2].followUp.workbook',
    'fields[2].followUp.team',
  ]);
});

test('counts fields inside sections towards the limit', () => {
  const createHalf = (prefix: string): Field => ({
    name: prefix,
    type: 'section',
    fields: Array.from({ length: workbookLimits.fields / 2 }, (_, n) => ({
      name: `${prefix}${n}`,
      type: 'text',
    })),
  });
  assert.deepEqual(listMessages(createHalf('A'), createHalf('B')), [
    'fields: The workbook has 2002 fields; at most 2000 are allowed.',
  ]);
});

test('reports only the number of fields if there are far too many', () => {
  const field: Field = { name: 'Same', type: 'text', maxCount: 1 };
  assert.deepEqual(listMessages(...Array(24_000).fill(field)), [
    'fields: The workbook has 24000 fields; at most 2000 are allowed.',
  ]);
});

test('limits the total length of expressions, including references in texts', () => {
  // Each field has 250 characters of expressions, except the first, which has 243 plus 5 per reference in its label.
  // The limit allows one reference, but not two.
  const createFields = (label: string): Field[] =>
    Array.from({ length: workbookLimits.fields }, (_, n) => ({
      name: `F${n}`,
      type: 'decimal',
      ...(n === 0
        ? { relevant: `true()${' '.repeat(237)}`, label: { en: label, nl: 'Hoogte' } }
        : { constraint: `. > 0${' '.repeat(120)}`, failWhen: `. > 1${' '.repeat(120)}` }),
    }));
  assert.deepEqual(listMessages(...createFields('Next to ${F1}: {')), []);
  assert.deepEqual(listMessages(...createFields('Next to ${F1}: ${F2}')), [
    "fields: The workbook's expressions have 500003 characters in total; at most 500000 are allowed. " +
      'Move repeated parts to a calculated field and refer to it.',
  ]);
});
