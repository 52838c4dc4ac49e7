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
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { buildResult } from '#workbook-engine/form-result.ts';
import { prepareField } from '#workbook-engine/index-fields.ts';
import { prefillRules } from '#workbook-engine/prefill-rules.ts';
import { formatWorkbookSchema } from './workbook-schema.ts';

const readDoc = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const page = await readDoc('use/workbooks.md');
const findBlocks = (label: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${label}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);

/** Reads the rows of the table below a heading, as arrays of cells. */
const readTable = (heading: string): string[][] => {
  const from = page.indexOf(heading);
  assert.ok(from > 0, heading);
  const [, , ...rows] = page.slice(from).split('\n\n', 1)[0]!.split('\n');
  return rows.map(splitCells);
};
const splitCells = (row: string): string[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
const parseCode = (cell: string) => /^`(.*)`$/.exec(cell)![1]!;

test('docs/use/workbook.schema.json is up to date (otherwise run `npm run json-schemas`)', async () => {
  assert.equal(await readDoc('use/workbook.schema.json'), formatWorkbookSchema());
});

test('every workbook in docs/use/workbooks.md can be published', () => {
  const examples = findBlocks('json workbook');
  assert.equal(examples.length, 4);
  for (const example of examples) {
    const definition = JSON.parse(example);
    assert.ok(Check(WorkbookDefinition, definition), example);
    assert.deepEqual(checkDefinition(definition), []);
  }
});

test('docs/use/workbooks.md contains every field type with a valid answer and a valid prefill', () => {
  const rows = readTable('| Type | Answer |');
  assert.deepEqual(rows.map(([type]) => parseCode(type!)).sort(), [...FieldType.enum].sort());
  const choices = [{ value: 'red' }, { value: 'green' }];
  const entry: Field[] = [{ name: 'Length', type: 'decimal' }];
  for (const [type, , example, filledBy] of rows as [string, string, string, string][]) {
    const field = { name: 'A', type: parseCode(type) as Field['type'], choices, fields: entry };
    const { index } = compileForm({ fields: [field] }).form;
    if (example !== '') {
      const value = JSON.parse(parseCode(example));
      assert.deepEqual(checkAnswer(index.fields.get('A') ?? prepareField(field), value).issues, [], type);
    }
    assert.equal(filledBy === 'never', !(field.type in prefillRules), type);
  }
});

const [exampleWorkbook] = findBlocks('json example workbook');
const [exampleAnswers] = findBlocks('json example answers');
const { fields } = JSON.parse(exampleWorkbook!) as { fields: Field[] };
const answers = JSON.parse(exampleAnswers!) as Answers;
const evaluationContext: EvaluationContext = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'Europe/Amsterdam',
  language: 'en',
};

/** Returns an expression's result in the page's format. */
const evaluate = (calculation: string): string => {
  const definition = { fields: [...fields, { name: 'It', type: 'calculated' as const, calculation }] };
  const [issue] = checkDefinition(definition);
  if (issue) return `error, character ${issue.at! + 1}: ${issue.message}`;
  const { It } = buildResult(fillForm(compileForm(definition).form, answers, evaluationContext)) as {
    It?: Answer;
  };
  return It === undefined ? 'no value' : JSON.stringify(It);
};

test('the example answers in docs/use/workbooks.md are valid for their workbook', () => {
  const { form, issues } = compileForm({ fields });
  assert.deepEqual([issues, checkAnswers(form.index, answers).issues], [[], []]);
});

test('every expression in docs/use/workbooks.md produces the result shown', () => {
  const examples = findBlocks('expression').flatMap((block) => block.trim().split('\n\n'));
  assert.ok(examples.length > 20);
  for (const example of examples) {
    const [expression, value] = example.split('\n→ ') as [string, string];
    assert.equal(evaluate(expression), value, expression);
  }
});

test('docs/use/workbooks.md contains every function with its parameters and a correct example', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[\w:-]+\(.*` \|/.test(line))
    .map(splitCells);
  assert.deepEqual(
    rows.map(([signature, description]) => `${parseCode(signature!)}: ${description}`).sort(),
    [...functions.values()].map(({ signature, description }) => `${signature}: ${description}`).sort(),
  );
  for (const [, , example, value] of rows as [string, string, string, string][]) {
    assert.equal(evaluate(parseCode(example)), parseCode(value), example);
  }
});
