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

test('unanswered required questions count as missing, and answers that violate a constraint as invalid', () => {
  const sets = [
    { itemId: 'a', evaluatedForm: evaluate({ Depth: 600 }) },
    { itemId: 'b', evaluatedForm: evaluate({ Depth: 5 }) },
    { itemId: 'c', evaluatedForm: null },
  ];
  assert.deepEqual(countIssues(sets, {}), { count: 3, missing: 2, invalid: 1, unsaved: 0 });
  // Typed text that is not a valid answer counts as invalid, not as missing.
  const drafts = { a: { Height: '70,' } };
  assert.deepEqual(countIssues(sets, drafts), { count: 3, missing: 1, invalid: 2, unsaved: 1 });
});
