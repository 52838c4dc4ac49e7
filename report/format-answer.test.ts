import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createTranslator } from '#i18n/translator.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { rootLevelOf } from '#workbook-engine/form.ts';
import { formatAnswer } from './format-answer.ts';
import en from './messages/en/report.json' with { type: 'json' };
import nl from './messages/nl/report.json' with { type: 'json' };
import { createReportFormat } from './report-format.ts';

const translators = { en: createTranslator('en', en), nl: createTranslator('nl', nl) };

const COLOURS = [
  { value: 'r', label: { en: 'Red', nl: 'Rood' } },
  { value: 'g', label: 'Green' },
  { value: 'blue' },
];

const formatInLanguage = (field: Partial<Field>, answer: Answer, language: 'en' | 'nl'): string => {
  const fields = [{ name: 'It', type: 'text', ...field } as Field];
  const [formField] = rootLevelOf(compileForm({ fields }).form).fields;
  return formatAnswer(
    formField!,
    answer,
    createReportFormat(
      createReportData(fields, {}, { language, labelLanguage: language }),
      translators[language],
    ),
  );
};

const cases: [field: Partial<Field>, answer: Answer, en: string, nl: string][] = [
  [{ type: 'text' }, 'As it is', 'As it is', 'As it is'],
  [{ type: 'integer' }, 1934, '1934', '1934'],
  [{ type: 'integer' }, 9007199254740991, '9007199254740991', '9007199254740991'],
  [{ type: 'decimal' }, 0.1, '0.1', '0,1'],
  [{ type: 'decimal' }, -12.25, '-12.25', '-12,25'],
  [{ type: 'decimal' }, 1e300, '1e+300', '1e+300'],
  [{ type: 'decimal' }, 1e-12, '1e-12', '1e-12'],
  [{ type: 'decimal' }, 0, '0', '0'],
  [{ type: 'boolean' }, true, 'Yes', 'Ja'],
  [{ type: 'boolean' }, false, 'No', 'Nee'],
  [{ type: 'date' }, '2026-03-01', '1 March 2026', '1 maart 2026'],
  [{ type: 'date' }, '0001-01-01', '1 January 1', '1 januari 1'],
  [{ type: 'time' }, '09:30', '09:30', '09:30'],
  [{ type: 'time' }, '09:30:00', '09:30', '09:30'],
  [{ type: 'time' }, '23:59:59', '23:59:59', '23:59:59'],
  // Already past midnight in Amsterdam, on summer time.
  [{ type: 'dateTime' }, '2026-07-01T22:30:00.000Z', '2 July 2026, 00:30', '2 juli 2026, 00:30'],
  [{ type: 'singleChoice', choices: COLOURS }, 'r', 'Red', 'Rood'],
  [{ type: 'singleChoice', choices: COLOURS }, 'g', 'Green', 'Green'],
  [{ type: 'singleChoice', choices: COLOURS }, 'blue', 'blue', 'blue'],
  [{ type: 'multiChoice', choices: COLOURS }, ['g', 'r'], 'Green, Red', 'Green, Rood'],
  [{ type: 'multiChoice', choices: COLOURS }, [], '', ''],
  [
    { type: 'location' },
    { latitude: 52.3636, longitude: -4.9024, accuracy: 3.25, altitude: -1.5 },
    '52.3636° N 4.9024° W, ± 3.3 m, altitude -1.5 m',
    '52,3636° NB 4,9024° WL, ± 3,3 m, hoogte -1,5 m',
  ],
  [{ type: 'location' }, { latitude: -90, longitude: 0 }, '90° S 0° E', '90° ZB 0° OL'],
  [{ type: 'calculated', calculation: '1 div 4' }, 0.25, '0.25', '0,25'],
  [{ type: 'calculated', calculation: "date('2026-03-01')" }, '2026-03-01', '1 March 2026', '1 maart 2026'],
  [{ type: 'calculated', calculation: '1 = 1' }, true, 'Yes', 'Ja'],
  [{ type: 'photo' }, ['01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d'], '', ''],
  [{ type: 'text' }, null, '', ''],
];

for (const [field, answer, en, nl] of cases) {
  test(`the answer ${JSON.stringify(answer)} to a ${field.type} field is shown as ${en || 'an empty string'}`, () => {
    assert.deepEqual(
      [formatInLanguage(field, answer, 'en'), formatInLanguage(field, answer, 'nl')],
      [en, nl],
    );
  });
}

test('choices are shown on separate lines if their labels do not fit on one line', () => {
  const choices = ['one', 'two'].map((value) => ({ value, label: `${value} ${'long '.repeat(9)}` }));
  assert.equal(
    formatInLanguage({ type: 'multiChoice', choices }, ['one', 'two'], 'en').split('\n').length,
    2,
  );
});
