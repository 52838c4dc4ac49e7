import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { XlsformEntry } from '#contract/xlsform.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { MissingFormError } from '#xlsform/find-sheets.ts';
import { importForm } from '#xlsform/import-form.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';

const headings = [
  ...[
    'label',
    'label::en',
    'hint',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
    'calculation',
  ],
  ...[
    'default',
    'choice_filter',
    'appearance',
    'parameters',
    'read_only',
    'repeat_count',
    'guidance_hint',
    'label::x',
  ],
  ...[
    'ronda::type',
    'ronda::default',
    'ronda::min',
    'ronda::maxLength',
    'ronda::maxCount',
    'ronda::failWhen',
  ],
  ...[
    'ronda::followUp::workbook',
    'ronda::followUp::dueInDays',
    'ronda::keepPosition',
    'ronda::keepOriginals',
    'ronda::required',
  ],
];
const type = fc.constantFrom(
  ...[
    'text',
    'integer',
    'decimal',
    'date',
    'select_one l',
    'select_multiple l or_other',
    'begin_group',
    'end_group',
  ],
  ...[
    'begin_repeat',
    'end_repeat',
    'calculate',
    'image',
    'range',
    'note',
    'hidden',
    'acknowledge',
    'geopoint',
    'today',
  ],
);
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'yes',
    'a',
    '5',
    '-1',
    '1e9',
    '${a} > 3',
    '. = 1',
    'today()',
    "concat('a')",
    'multiline',
    'signature',
  ),
  fc.constantFrom(
    'start=1 end=x',
    'rows=3',
    'boolean',
    '{"calculation":"${a}"}',
    '"x"',
    'any',
    '2026-03-01',
    '1 2',
  ),
  fc.constantFrom('x'.repeat(5_000), '\0', '\uD800', 'a\r\nb', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const row = fc.tuple(
  type,
  fc.constantFrom('a', 'b', 'A', 'b-c', ''),
  fc.array(cell, { maxLength: headings.length }),
);

test('the definition imported from any form has a valid structure and can be checked', () => {
  const choices = fc.array(
    fc.tuple(fc.constant('l'), cell, cell, cell).map((cells) => [...cells]),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.shuffledSubarray(headings),
      choices,
      (rows, extraHeadings, choiceRows) => {
        const survey = [
          ['type', 'name', ...extraHeadings],
          ...rows.map(([kind, name, cells]) => [kind, name, ...cells]),
        ];
        const { definition, report } = importForm(
          createSheets({ survey, choices: [['list_name', 'name', 'label', 'region'], ...choiceRows] }),
        );
        for (const entry of report) assert.ok(Check(XlsformEntry, entry), JSON.stringify(entry));
        if (definition.fields.length === 0) return;
        assert.ok(Check(WorkbookDefinition, definition), JSON.stringify(definition));
        for (const { message } of checkDefinition(definition)) assert.match(message, /\S/);
      },
    ),
    { numRuns: 500 },
  );
});

test('a form with arbitrary cells never causes an internal error', () => {
  const sheet = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('survey', 'Choices', 'settings', '__proto__', 'x'), sheet),
      (rows) => {
        try {
          importForm(createSheets(rows));
        } catch (error) {
          assert.ok(error instanceof MissingFormError, String(error));
        }
      },
    ),
  );
});
