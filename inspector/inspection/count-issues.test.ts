import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { evaluateForm } from '#workbook-engine/evaluate-form.ts';
import { countIssues } from './count-issues.ts';

const definition: WorkbookDefinition = {
  fields: [
    { name: 'Height', type: 'decimal', required: true },
    { name: 'Depth', type: 'decimal', constraint: '. < 500' },
    { name: 'Note', type: 'text' },
  ],
};
const evaluate = (answers: Answers) => {
  const { form } = compileForm(definition);
  return evaluateForm(form, answers, { now: 0, timeZone: 'UTC', language: 'en' });
};

test('only required questions without an answer are missing; answers that break a constraint are invalid', () => {
  const sets = [
    { itemId: 'a', evaluated: evaluate({ Depth: 600 }) },
    { itemId: 'b', evaluated: evaluate({ Depth: 5 }) },
    { itemId: 'c', evaluated: null },
  ];
  assert.deepEqual(countIssues(sets, {}), { count: 3, missing: 2, invalid: 1, unsaved: 0 });
  // Typed text that is not an answer counts as invalid, not as missing.
  const drafts = { a: { Height: '70,' } };
  assert.deepEqual(countIssues(sets, drafts), { count: 3, missing: 1, invalid: 2, unsaved: 1 });
});
