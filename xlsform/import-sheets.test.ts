import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';
import { MissingFormError } from './find-sheets.ts';
import { importForm } from './import-form.ts';

type Rows = Record<string, string[][]>;
const importRows = (rows: Rows) => {
  const { definition, report, ...rest } = importForm(createSheets(rows));
  const reportLines = report.map(({ code, sheet, row, column }) =>
    `${code} ${sheet} ${row ?? ''} ${column ?? ''}`.trim(),
  );
  return { fields: definition.fields, reportLines, report, ...rest };
};
const HEADINGS = ['type', 'name', 'label'];

test('reads headings in upper or lower case, with spaces or underscores, and with old or XForms names', () => {
  const headings = [
    ['Type', ' NAME ', 'Label', 'Constraint Message', 'constraint'],
    ['command', 'tag', 'caption', 'constraining message', 'bind::constraint'],
    ['type', 'value', 'LABEL', 'bind:jr:constraintMsg', 'bind:constraint'],
    ['type', 'name', 'label', 'jr:constraintMsg', 'CONSTRAINT'],
  ];
  for (const heading of headings) {
    const { fields, reportLines } = importRows({
      survey: [heading, ['integer', 'q', 'Q', 'Too small', '. > 3']],
    });
    assert.deepEqual(fields, [
      { name: 'q', type: 'integer', label: 'Q', constraint: '. > 3', constraintMessage: 'Too small' },
    ]);
    assert.deepEqual(reportLines, []);
  }
});

test('reads one column per language, and treats columns without a language as the default language', () => {
  const choices = [
    ['list_name', 'name', 'label', 'label::Dutch (nl)'],
    ['l', 'a', 'First', 'Eerste'],
    ['l', 'b', 'Second'],
  ];
  const survey = [
    ['type', 'name', 'label::English (en)', 'label:Nederlands', 'hint', 'hint::Klingon', 'label'],
    ['select_one l', 'q', 'Question', 'Vraag', 'Hint', 'tlh', ''],
    ['text', 'r', '', '', '', '', 'Plain'],
  ];
  const settings = [['default_language'], ['English (en)']];
  const { fields, reportLines } = importRows({ survey, choices, settings });
  assert.deepEqual(fields, [
    {
      name: 'q',
      type: 'singleChoice',
      label: { en: 'Question', nl: 'Vraag' },
      hint: { en: 'Hint', tlh: 'tlh' },
      choices: [
        { value: 'a', label: { en: 'First', nl: 'Eerste' } },
        { value: 'b', label: 'Second' },
      ],
    },
    { name: 'r', type: 'text', label: 'Plain' },
  ]);
  assert.deepEqual(reportLines, []);
  const withoutDefaultLanguage = importRows({ survey, choices });
  assert.deepEqual(withoutDefaultLanguage.fields[0]?.hint, { und: 'Hint', tlh: 'tlh' });
  assert.deepEqual(withoutDefaultLanguage.reportLines, [
    'language-guessed survey  hint',
    'language-guessed choices  label',
  ]);
  const withUnknownLanguage = importRows({
    survey: [
      ['type', 'name', 'label::Bargoens'],
      ['text', 'q', 'Q'],
    ],
  });
  assert.deepEqual(withUnknownLanguage.fields[0]?.label, { 'und-bargoens': 'Q' });
  assert.deepEqual(withUnknownLanguage.reportLines, ['language-guessed survey  label::Bargoens']);
});

test("reads the workbook's name and version from the settings", () => {
  const survey = [HEADINGS, ['text', 'q', 'Q']];
  const settings = [
    ['form_title', 'form_id', 'version', 'public_key', 'default_language'],
    ['Bridges', 'bridges', '2026030101', 'abc', 'French'],
    ['Others'],
  ];
  const { title, name, version, reportLines } = importRows({ survey, Settings: settings });
  assert.deepEqual({ title, name, version }, { title: 'Bridges', name: 'bridges', version: '2026030101' });
  assert.deepEqual(reportLines, [
    'column-omitted Settings  public_key',
    'not-carried-over Settings 2 default_language',
    'row-ignored Settings 3',
  ]);
  assert.equal(importRows({ survey }).title, undefined);
});

test('reports each unknown sheet and column once, and each ignored row', () => {
  const { fields, reportLines } = importRows({
    survey: [
      ['type', 'name', 'label', 'to do', '', 'disabled', 'label', 'constructor::relevant'],
      ['', '', '', 'ask Anna'],
      ['text', 'q', 'Q', 'ask Bram', 'nameless', 'no', 'again', 'true()'],
      ['text', 'r', 'R', '', '', 'yes'],
      ['', 's', 'S'],
    ],
    Sheet2: [['notes']],
    choises: [['list_name']],
    Empty: [],
    _report: [['a report of an export']],
  });
  assert.deepEqual(fields, [{ name: 'q', type: 'text', label: 'Q' }]);
  assert.deepEqual(reportLines, [
    'column-omitted survey  to do',
    'column-duplicate survey  label',
    'column-omitted survey  constructor::relevant',
    'column-omitted survey  E',
    'row-ignored survey 4',
    'type-unknown survey 5',
    'sheet-omitted Sheet2',
    'sheet-omitted choises',
  ]);
});

test('imports the questions of groups whose end is missing or does not match', () => {
  const { fields, reportLines } = importRows({
    survey: [
      HEADINGS,
      ['end_group'],
      ['begin_repeat', 'spans', 'Spans'],
      ['text', 'a', 'A'],
      ['end_group'],
      ['begin_group', 'empty', 'Empty'],
      ['end_group'],
      ['begin_group', 'open', 'Open'],
      ['note', '', 'Note'],
    ],
  });
  const inner: Field[] = [{ name: 'a', type: 'text', label: 'A' }];
  assert.deepEqual(fields, [
    { name: 'spans', type: 'repeat', label: 'Spans', fields: inner },
    {
      name: 'open',
      type: 'section',
      label: 'Open',
      fields: [{ name: 'note_9', type: 'note', label: 'Note' }],
    },
  ]);
  assert.deepEqual(reportLines, [
    'structure-invalid survey 2',
    'structure-invalid survey 5 type',
    'section-empty survey 6',
    'structure-invalid survey 8 type',
    'name-generated survey 9 name',
  ]);
});

test('replaces deeply nested sections with their fields, which keep the condition', () => {
  const beginGroup = (name: string, type = 'begin_group') => [
    type,
    name,
    name,
    `'${name}' = '${name}' or 1 = 2`,
  ];
  const { fields, reportLines } = importRows({
    survey: [
      [...HEADINGS, 'relevant'],
      ...['a', 'b', 'c', 'd', 'e'].map((name) => beginGroup(name)),
      ['text', 'q', 'Q', '1 = 1'],
      ...Array(5).fill(['end_group']),
    ],
  });
  let innermost = fields;
  for (let level = 0; level < workbookLimits.nesting; level++) innermost = innermost[0]!.fields!;
  assert.deepEqual(innermost, [
    { name: 'e', type: 'note', label: 'e', relevant: "'e' = 'e' or 1 = 2" },
    { name: 'q', type: 'text', label: 'Q', relevant: "('e' = 'e' or 1 = 2) and (1 = 1)" },
  ]);
  assert.deepEqual(reportLines, ['section-flattened survey 6']);

  const repeats = importRows({
    survey: [
      HEADINGS,
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ['begin_repeat', name, name]),
      ['text', 'q', 'Q'],
      ...Array(5).fill(['end_repeat']),
    ],
  });
  assert.deepEqual(repeats.fields, []);
  assert.deepEqual(repeats.reportLines, ['too-many survey 6']);
});

test('reports incomplete, duplicate and unused choices', () => {
  const { fields, reportLines } = importRows({
    survey: [HEADINGS, ['select_one l', 'q', 'Q']],
    choices: [
      ['list name', 'name', 'label', 'image'],
      ['l', '1', 'One'],
      ['l', '1', 'Again'],
      ['l', '', 'Nameless'],
      ['l', '2', '', 'b.png'],
      ['', '3', 'Listless'],
      ['other', 'a', 'A'],
      ['other', 'b', 'B'],
      ['l', 'x'.repeat(300), 'Long'],
      ['other', 'c', 'C'],
    ],
  });
  assert.deepEqual(fields[0]!.choices, [{ value: '1', label: 'One' }, { value: '2' }]);
  assert.deepEqual(reportLines, [
    'choice-invalid choices 3',
    'choice-invalid choices 4',
    'not-carried-over choices 5 image',
    'row-ignored choices 6',
    'list-unused choices 7',
    'choice-invalid choices 9',
    'list-unused choices 10',
  ]);
});

test('finds the cell of a property in the definition', () => {
  const { findLocation } = importRows({
    survey: [
      ['type', 'name', 'label', 'bind::relevant'],
      ['begin_group', 'a', 'A'],
      ['text', 'b', 'B', '1 = 1'],
      ['end_group'],
    ],
  });
  const row = { sheet: 'survey', row: 3 };
  assert.deepEqual(findLocation('fields[0].fields[0].relevant'), { ...row, column: 'bind::relevant' });
  assert.deepEqual(findLocation('fields[0].fields[0].hint.en'), row);
  assert.deepEqual(findLocation('fields[0].label'), { sheet: 'survey', row: 2, column: 'label' });
  assert.equal(findLocation('fields[1].label'), undefined);
  assert.equal(findLocation('fields'), undefined);
});

test('rejects a spreadsheet that contains no form, and explains why', () => {
  const rejections: [Rows, RegExp][] = [
    [{}, /The spreadsheet is empty/],
    [{ One: [['a']], Two: [['b']] }, /needs a sheet named survey; this spreadsheet has “One”, “Two”/],
    [
      {
        Data: [
          ['name', 'age'],
          ['Anna', '40'],
        ],
      },
      /needs a column named type; the sheet “Data” has none/,
    ],
  ];
  for (const [rows, reason] of rejections)
    assert.throws(
      () => importForm(createSheets(rows)),
      (error) => error instanceof MissingFormError && reason.test(error.message),
    );
  assert.equal(
    importRows({ Sheet1: [HEADINGS, ['text', 'q', 'Q']] }).fields.length,
    1,
    'a single sheet is the survey',
  );
});
