import assert from 'node:assert/strict';
import test from 'node:test';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { MAX_XLSFORM_ENTRIES } from '#contract/xlsform-codes.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';
import { importForm } from './import-form.ts';

const importRows = (rows: Record<string, string[][]>) => {
  const { definition, report } = importForm(createSheets(rows));
  const reportLines = report.map(({ code, sheet, row, column }) =>
    `${code} ${sheet} ${row} ${column ?? ''}`.trim(),
  );
  return { fields: definition.fields, reportLines };
};
const HEADINGS = ['type', 'name', 'label'];

test('moves oversized labels to the hint, shortens oversized hints, and drops oversized expressions', () => {
  const long = 'word '.repeat(300).trim();
  const { fields, reportLines } = importRows({
    survey: [
      ['type', 'name', 'label', 'hint', 'guidance_hint', 'relevant'],
      ['text', 'a', long, 'Hint', '', ''],
      ['text', 'b', 'B', 'Hint', 'Guidance', `1 = ${'1'.repeat(workbookLimits.expression)}`],
      ['text', 'c', 'C', `${'x'.repeat(3_990)} and \${a} and so on`],
    ],
  });
  assert.match(String(fields[0]!.label), /^(word ){190,199}word…$/);
  assert.equal(fields[0]!.hint, `${long}\n\nHint`);
  assert.equal(fields[1]!.hint, 'Hint\n\nGuidance');
  assert.equal(fields[1]!.relevant, undefined);
  assert.equal(fields[2]!.hint, `${'x'.repeat(3_990)} and…`);
  assert.deepEqual(reportLines, [
    'text-moved survey 2 label',
    'text-moved survey 3 guidance_hint',
    'too-long survey 3 relevant',
    'too-long survey 4 hint',
  ]);
});

test("keeps the form's constraint if adding another would make it too long", () => {
  const long = `1 = ${'1'.repeat(workbookLimits.expression - 4)}`;
  const { fields, reportLines } = importRows({
    survey: [
      ['type', 'name', 'label', 'repeat_count', 'constraint'],
      ['begin_repeat', 'a', 'A', long],
      ['text', 'b', 'B'],
      ['end_repeat'],
      ['begin_repeat', 'c', 'C', '3', long],
      ['text', 'd', 'D'],
      ['end_repeat'],
    ],
  });
  assert.deepEqual([fields[0]!.constraint, fields[1]!.constraint], [undefined, long]);
  assert.deepEqual(reportLines, [
    'too-long survey 2 repeat_count',
    'constraint-added survey 5 repeat_count',
    'too-long survey 5 constraint',
  ]);
});

test('imports 20,000 questions with the same name or with unknown references in a few seconds', () => {
  const importQuestions = (count: number, question: (n: number) => string[]) => {
    const rows = Array.from({ length: count }, (_, n) => question(n));
    return importForm(createSheets({ survey: [[...HEADINGS, 'relevant'], ...rows] }));
  };
  const same = () => ['text', 'same', 'Q', '${same} = 1'];
  const start = performance.now();
  const { definition } = importQuestions(20_000, same);
  importQuestions(20_000, (n) => ['text', `question${n}`, 'Q', `\${quetsion${n}} = 1`]);
  // Trying all numbers or comparing all names would take half a minute.
  assert.ok(performance.now() - start < 8_000);
  assert.deepEqual(
    definition.fields.slice(0, 3).map(({ name }) => name),
    ['same', 'same_2', 'same_3'],
  );
  const messages = importQuestions(15, same).report.map(({ message }) => message);
  assert.match(messages[0]!, /rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 5 more have this name/);
});

test("reports what exceeds a workbook's limits and imports the rest", () => {
  const questions = Array.from({ length: workbookLimits.fields + 2 }, (_, n) => ['text', `q${n}`, 'Q']);
  const tooMany = importRows({ survey: [HEADINGS, ...questions] });
  assert.equal(tooMany.fields.length, workbookLimits.fields);
  assert.deepEqual(tooMany.reportLines, ['too-many survey 2002', 'too-many survey 2003']);

  const choices = Array.from({ length: workbookLimits.choices + 1 }, (_, n) => ['l', `c${n}`, 'C']);
  const selects = Array.from({ length: 10 }, (_, n) => ['select_one l', `q${n}`, 'Q']);
  const tooLarge = importRows({
    survey: [HEADINGS, ...selects],
    choices: [['list_name', 'name', 'label'], ...choices],
  });
  assert.equal(tooLarge.fields.length, 5, 'the choices do not fit ten times');
  assert.equal(tooLarge.fields[0]!.choices!.length, workbookLimits.choices);
  assert.ok(JSON.stringify(tooLarge.fields).length < 4 * 1024 * 1024);

  const comments = Array.from({ length: MAX_XLSFORM_ENTRIES + 10 }, (_, n) => ['nonsense', `q${n}`, 'Q']);
  const { report } = importForm(createSheets({ survey: [HEADINGS, ...comments] }));
  assert.equal(report.length, MAX_XLSFORM_ENTRIES + 1);
  assert.match(report.at(-1)!.message, /^10 more entries/);
});
