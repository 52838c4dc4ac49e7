import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { evaluateForm } from '#workbook-engine/evaluate-form.ts';
import { createPages, findPageIndex } from './form-pages.ts';

const FIELDS: Field[] = [
  { name: 'Date', type: 'date' },
  { name: 'IsOpen', type: 'boolean' },
  {
    name: 'Deck',
    type: 'section',
    relevant: '${IsOpen}',
    fields: [
      { name: 'Intro', type: 'note' },
      { name: 'Wear', type: 'text' },
      { name: 'Joints', type: 'section', fields: [{ name: 'Gap', type: 'decimal' }] },
    ],
  },
  {
    name: 'Rest',
    type: 'section',
    fields: [{ name: 'Defects', type: 'repeat', fields: [{ name: 'Depth', type: 'decimal' }] }],
  },
];

const buildPages = (answers: Answers) => {
  const { form } = compileForm({ fields: FIELDS });
  return createPages(
    FIELDS,
    evaluateForm(form, answers, { now: 0, timeZone: 'UTC', language: 'en' }).filledForm,
  );
};

test('each relevant section, and each run of fields between sections, forms a page', () => {
  assert.deepEqual(
    buildPages({}).map(({ name }) => name),
    ['Date', 'Rest'],
  );
  assert.deepEqual(
    buildPages({ IsOpen: true }).map(({ name, answered, asked }) => [name, answered, asked]),
    [
      ['Date', 1, 2],
      ['Deck', 0, 2],
      ['Rest', 0, 0],
    ],
  );
});

test('each page knows its first relevant question, which replaces a missing title', () => {
  assert.deepEqual(
    buildPages({ IsOpen: true }).map(({ firstQuestion }) => firstQuestion.field.name),
    ['Date', 'Wear', 'Defects'],
  );
});

test('the entries of a repeat are counted separately', () => {
  const rest = buildPages({ Defects: [{ Depth: 1 }, {}] }).at(-1)!;
  assert.deepEqual([rest.answered, rest.asked], [1, 2]);
});

test('findPageIndex finds the page for a path, even inside sections and repeats', () => {
  const openPages = buildPages({ IsOpen: true });
  const indexes = ['IsOpen', 'Gap', 'Defects[3].Depth', 'Deck', 'Gone', null].map((path) =>
    findPageIndex(openPages, path),
  );
  assert.deepEqual(indexes, [0, 1, 2, 1, 0, 0]);
});
