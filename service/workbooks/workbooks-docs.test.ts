import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { type Field, FieldType, WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { checkAnswer, checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { resultOf } from '#workbook-engine/form-result.ts';
import { indexField } from '#workbook-engine/index-fields.ts';
import { prefillRules } from '#workbook-engine/prefill-rules.ts';
import { workbookSchema } from './workbook-schema.ts';

const readDoc = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const page = await readDoc('workbooks.md');
const blocks = (kind: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);

/** The rows of the table that has this heading, as the texts of its cells. */
const tableUnder = (heading: string): string[][] => {
  const from = page.indexOf(heading);
  assert.ok(from > 0, heading);
  const [, , ...rows] = page.slice(from).split('\n\n', 1)[0]!.split('\n');
  return rows.map(cellsOf);
};
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
const inCode = (cell: string) => /^`(.*)`$/.exec(cell)![1]!;

test('the published schema is that of this version (otherwise run `npm run json-schemas`)', async () => {
  assert.equal(await readDoc('workbook.schema.json'), workbookSchema());
});

test('every workbook of the page can be published', () => {
  const examples = blocks('json workbook');
  assert.equal(examples.length, 4);
  for (const example of examples) {
    const definition = JSON.parse(example);
    assert.ok(Check(WorkbookDefinition, definition), example);
    assert.deepEqual(checkDefinition(definition), []);
  }
});

test('the page has every type of field, with an answer that is one, and what fills it', () => {
  const rows = tableUnder('| Type | Is answered by');
  assert.deepEqual(rows.map(([type]) => inCode(type!)).sort(), [...FieldType.enum].sort());
  const choices = [{ value: 'red' }, { value: 'green' }];
  const entry: Field[] = [{ name: 'Length', type: 'decimal' }];
  for (const [type, , example, filledBy] of rows as [string, string, string, string][]) {
    const field = { name: 'A', type: inCode(type) as Field['type'], choices, fields: entry };
    const { index } = compileForm({ fields: [field] }).form;
    if (example !== '') {
      const value = JSON.parse(inCode(example));
      assert.deepEqual(checkAnswer(index.fields.get('A') ?? indexField(field), value).faults, [], type);
    }
    assert.equal(filledBy === 'never', !(field.type in prefillRules), type);
  }
});

const [exampleWorkbook] = blocks('json example workbook');
const [exampleAnswers] = blocks('json example answers');
const { fields } = JSON.parse(exampleWorkbook!) as { fields: Field[] };
const answers = JSON.parse(exampleAnswers!) as Answers;
const circumstances: Circumstances = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'Europe/Amsterdam',
  language: 'en',
};

/** What the page would say that an expression is. */
const shown = (calculation: string): string => {
  const definition = { fields: [...fields, { name: 'It', type: 'calculated' as const, calculation }] };
  const [fault] = checkDefinition(definition);
  if (fault) return `error, character ${fault.at! + 1}: ${fault.message}`;
  const { It } = resultOf(fillForm(compileForm(definition).form, answers, circumstances)) as { It?: Answer };
  return It === undefined ? 'no value' : JSON.stringify(It);
};

test('the answers of the examples are answers to their workbook', () => {
  const { form, faults } = compileForm({ fields });
  assert.deepEqual([faults, checkAnswers(form.index, answers).faults], [[], []]);
});

test('every expression of the page is what the page says', () => {
  const examples = blocks('expression').flatMap((block) => block.trim().split('\n\n'));
  assert.ok(examples.length > 20);
  for (const example of examples) {
    const [expression, value] = example.split('\n→ ') as [string, string];
    assert.equal(shown(expression), value, expression);
  }
});

test('the page has every function, as it is called, with an example that is right', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[\w:-]+\(.*` \|/.test(line))
    .map(cellsOf);
  assert.deepEqual(
    rows.map(([written, says]) => `${inCode(written!)}: ${says}`).sort(),
    [...functions.values()].map(({ written, says }) => `${written}: ${says}`).sort(),
  );
  for (const [, , example, value] of rows as [string, string, string, string][]) {
    assert.equal(shown(inCode(example)), inCode(value), example);
  }
});
