// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm expressions look like template literals
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';
import { importForm } from './import-form.ts';

const YES_NO = [
  ['list_name', 'name', 'label'],
  ['yn', 'yes', 'Yes'],
  ['yn', 'no', 'No'],
];
const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Imports a question with additional columns. */
const importQuestion = (type: string, extraColumns: Record<string, string> = {}) => {
  const columns = { type, name: 'q', label: 'Q', ...extraColumns };
  const { definition, report } = importForm(
    createSheets({ survey: [Object.keys(columns), Object.values(columns)], choices: YES_NO }),
  );
  const entries = report.filter(({ code }) => code !== 'list-unused');
  const reportLines = entries.map(({ code, column }) => `${code} ${column ?? 'row'}`);
  return { fields: definition.fields, reportLines, messages: entries.map(({ message }) => message) };
};

/** Questions with the expected field (without name and label) and the expected report. */
const QUESTIONS: [
  type: string,
  extraColumns: Record<string, string>,
  field: Omit<Field, 'name'> | undefined,
  reportLines: string[],
][] = [
  ['text', {}, { type: 'text' }, []],
  ['Text', {}, { type: 'text' }, []],
  ['string', {}, { type: 'text' }, []],
  ['text', { appearance: 'multiline' }, { type: 'longText' }, []],
  ['text', { parameters: 'rows=5' }, { type: 'longText' }, []],
  ['text', { appearance: 'Multiline numbers' }, { type: 'longText' }, ['not-carried-over appearance']],
  ['text', { read_only: 'yes' }, { type: 'note' }, ['type-changed type']],
  ['int', {}, { type: 'integer' }, []],
  ['decimal', { required: 'TRUE' }, { type: 'decimal', required: true }, []],
  ['decimal', { required: 'no' }, { type: 'decimal', required: false }, []],
  ['integer', { required: '1 = 1' }, { type: 'integer', required: '1 = 1' }, []],
  ['range', {}, { type: 'integer', min: 1, max: 10 }, []],
  ['range', { parameters: 'start=5 end=0' }, { type: 'integer', min: 0, max: 5 }, []],
  [
    'range',
    { parameters: 'start=0;end=1;step=0.25' },
    { type: 'decimal', min: 0, max: 1 },
    ['not-carried-over parameters'],
  ],
  [
    'range',
    { parameters: 'start=0 end=5 nonsense' },
    { type: 'integer', min: 0, max: 5 },
    ['not-carried-over parameters'],
  ],
  [
    'integer',
    { 'ronda::min': '1e999', 'ronda::max': '7' },
    { type: 'integer', max: 7 },
    ['value-invalid ronda::min'],
  ],
  ['range', { parameters: 'start=one' }, { type: 'decimal' }, ['value-invalid parameters']],
  ['percentage', {}, { type: 'integer', min: 0, max: 100 }, []],
  ['phone number', {}, { type: 'text', constraint: "regex(., '^\\d*$')" }, []],
  ['select_one yn', {}, { type: 'singleChoice', choices }, []],
  ['select one from yn', {}, { type: 'singleChoice', choices }, []],
  ['select_multiple yn', {}, { type: 'multiChoice', choices }, []],
  ['select all that apply from yn', {}, { type: 'multiChoice', choices }, []],
  ['rank yn', {}, { type: 'multiChoice', choices }, ['type-changed type']],
  ['select_one_from_file towns.csv', {}, { type: 'text' }, ['type-changed type']],
  ['select_one ${towns}', {}, { type: 'text' }, ['type-changed type']],
  ['select_one missing', {}, undefined, ['list-unknown row']],
  ['note', {}, { type: 'note' }, []],
  [
    'note',
    { required: 'yes', constraint: '1' },
    { type: 'note' },
    ['not-carried-over required', 'not-carried-over constraint'],
  ],
  ['geopoint', {}, { type: 'location' }, []],
  ['geotrace', {}, undefined, ['question-omitted row']],
  ['geoshape', {}, undefined, ['question-omitted row']],
  ['date', {}, { type: 'date' }, []],
  ['time', {}, { type: 'time' }, []],
  ['dateTime', {}, { type: 'dateTime' }, []],
  ['datetime', {}, { type: 'dateTime' }, []],
  ['image', {}, { type: 'photo', maxCount: 1 }, []],
  [
    'photo',
    { parameters: 'max-pixels=1024' },
    { type: 'photo', maxCount: 1 },
    ['not-carried-over parameters'],
  ],
  ['image', { appearance: 'signature' }, { type: 'signature' }, []],
  ['audio', {}, { type: 'file' }, ['type-changed type']],
  ['video', {}, { type: 'file' }, ['type-changed type']],
  ['file', {}, { type: 'file' }, []],
  ['barcode', {}, { type: 'barcode' }, []],
  ['calculate', { calculation: '1 + 1' }, { type: 'calculated', calculation: '1 + 1' }, []],
  ['calculate', {}, undefined, ['value-invalid row']],
  [
    'integer',
    { calculation: '1 + 1', read_only: 'yes' },
    { type: 'calculated', calculation: '1 + 1' },
    ['type-changed type'],
  ],
  ['integer', { calculation: '1 + 1' }, { type: 'integer' }, ['not-carried-over calculation']],
  [
    'text',
    { default: 'it is', read_only: 'yes' },
    { type: 'calculated', calculation: "'it is'" },
    ['type-changed type'],
  ],
  ['hidden', { calculation: 'today()' }, { type: 'calculated', calculation: 'today()' }, []],
  ['hidden', { default: '5' }, { type: 'calculated', calculation: "'5'" }, []],
  ['hidden', {}, { type: 'text' }, ['type-changed type']],
  ['acknowledge', {}, { type: 'boolean' }, []],
  [
    'trigger',
    { required: 'yes', required_message: 'Please do' },
    { type: 'boolean', required: true, constraint: '. = true()', constraintMessage: 'Please do' },
    [],
  ],
  ['today', {}, { type: 'calculated', calculation: 'today()' }, ['type-changed type']],
  ['start', {}, undefined, ['question-omitted row']],
  ['end', {}, undefined, ['question-omitted row']],
  ['deviceid', {}, undefined, ['question-omitted row']],
  ['username', {}, undefined, ['question-omitted row']],
  ['audit', {}, undefined, ['question-omitted row']],
  ['background-audio', {}, undefined, ['question-omitted row']],
  ['xml-external', {}, undefined, ['question-omitted row']],
  ['osm building', {}, undefined, ['question-omitted row']],
  ['integre', {}, undefined, ['type-unknown row']],
  ['text', { relevant: 'yes' }, { type: 'text', relevant: 'true()' }, []],
  [
    'text',
    { constraint: '. != ‘x’', constraint_message: 'Not x' },
    { type: 'text', constraint: ". != 'x'", constraintMessage: 'Not x' },
    [],
  ],
  ['text', { constraint_message: 'Not x' }, { type: 'text' }, ['not-carried-over constraint_message']],
  ['text', { required_message: 'Please' }, { type: 'text' }, ['not-carried-over required_message']],
  ['text', { trigger: '${q}' }, { type: 'text' }, ['not-carried-over trigger']],
  ['text', { 'media::image': 'a.png' }, { type: 'text' }, ['not-carried-over media::image']],
];

test('imports each question type as a field, or reports why not', () => {
  for (const [type, extraColumns, field, expectedReport] of QUESTIONS) {
    const { fields, reportLines } = importQuestion(type, extraColumns);
    const expected = field === undefined ? [] : [{ name: 'q', label: 'Q', ...field }];
    assert.deepEqual(
      { fields, reportLines },
      { fields: expected, reportLines: expectedReport },
      `${type} ${JSON.stringify(extraColumns)}`,
    );
  }
});

const DEFAULTS: [type: string, text: string, value: unknown, reportLine?: string][] = [
  ['text', 'Rust', 'Rust'],
  ['text', '12-34', '12-34'],
  ['text', 'now()', { calculation: 'now()' }],
  ['text', '${q}', { calculation: '${q}' }],
  ['integer', '5', 5],
  ['integer', '-5', -5],
  ['integer', '1 + 1', { calculation: '1 + 1' }],
  ['integer', 'five', undefined, 'value-invalid default'],
  ['integer', '5.5', undefined, 'value-invalid default'],
  ['decimal', '.5', 0.5],
  ['date', '2026-03-01', '2026-03-01'],
  ['date', '2026-03-01T00:00:00', '2026-03-01'],
  ['date', 'today()', { calculation: 'today()' }],
  ['date', '1 March', undefined, 'value-invalid default'],
  ['time', '09:30:00', '09:30:00'],
  ['dateTime', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00Z'],
  ['dateTime', '2026-03-01 09:30', '2026-03-01T09:30:00Z', 'time-zone-assumed default'],
  ['geopoint', '52.3 4.9', { latitude: 52.3, longitude: 4.9 }],
  ['geopoint', '52.3 -4.9 2 10', { latitude: 52.3, longitude: -4.9, altitude: 2, accuracy: 10 }],
  ['geopoint', 'here', undefined, 'value-invalid default'],
  ['select_one yn', 'yes', 'yes'],
  ['select_one yn', 'maybe', undefined, 'value-invalid default'],
  ['select_multiple yn', 'yes no', ['yes', 'no']],
  ['image', 'a.png', undefined, 'not-carried-over default'],
];

test('imports a default as an answer or a calculation, or reports that it is invalid', () => {
  for (const [type, text, value, reportLine] of DEFAULTS) {
    const { fields, reportLines } = importQuestion(type, { default: text });
    assert.deepEqual(fields[0]?.default, value, `${type} ${text}`);
    assert.deepEqual(reportLines, reportLine === undefined ? [] : [reportLine], `${type} ${text}`);
  }
});

test('explains what an ignored appearance does in other apps', () => {
  for (const [appearance, message] of [
    ['minimal', /controls the layout of questions/],
    [
      "minimal search('fruits', 'matches', 'kind', 'apple')",
      /choices that search\(\) loads .* are not imported/,
    ],
    ['ex:org.example.counter(q=1)', /cannot get answers from other apps/],
  ] as const) {
    const { messages } = importQuestion('select_one yn', { appearance });
    assert.match(messages[0]!, message);
  }
});
