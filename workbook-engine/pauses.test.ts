import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { findCompletionIssuesInSteps } from './completion-issues.ts';
import { fillInSteps } from './fill-form.ts';
import { findFailuresInSteps } from './form-failures.ts';
import type { Work } from './pausable-work.ts';

const countPauses = <Result>(work: Work<Result>): { pauses: number; result: Result } => {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { pauses, result: step.value };
  }
};

/** Without pauses, evaluating one of the conditions for all fields would take 80 to 230 ms. */
test('pauses while evaluating long conditions in many repeat instances', () => {
  const condition = Array(100).fill("${Code} = 'x'").join(' and ');
  const conditions = { relevant: condition, constraint: condition, failWhen: condition };
  const fields = Array.from(
    { length: 8 },
    (_, index): Field => ({ name: `F${index}`, type: 'integer', ...conditions }),
  );
  const form = compileTestForm([
    { name: 'Spans', type: 'repeat', fields: [{ name: 'Code', type: 'text' }, ...fields] },
  ]);
  const entry = { Code: 'x', ...Object.fromEntries(fields.map(({ name }) => [name, 1])) };
  const filling = countPauses(fillInSteps(form, { Spans: Array(990).fill(entry) }, TEST_CONTEXT));
  assert.ok(filling.pauses > 300, `${filling.pauses}`);
  for (const work of [findCompletionIssuesInSteps(filling.result), findFailuresInSteps(filling.result)]) {
    const { pauses } = countPauses<unknown>(work);
    assert.ok(pauses > 150, `${pauses}`);
  }
});

/** Without pauses, visiting 495,000 fields would take 20 to 140 ms. */
for (const [title, relevant] of [
  ['without expressions', undefined],
  ['that are not relevant', 'false()'],
] as const) {
  test(`pauses while visiting many fields ${title}`, () => {
    const fields = Array.from(
      { length: 500 },
      (_, index): Field => ({ name: `F${index}`, type: 'integer', ...(relevant && { relevant }) }),
    );
    const form = compileTestForm([{ name: 'Spans', type: 'repeat', fields }]);
    const answers = { Spans: Array.from({ length: 990 }, () => ({})) };
    const filling = countPauses(fillInSteps(form, answers, TEST_CONTEXT));
    assert.ok(filling.pauses > 50, `${filling.pauses}`);
    for (const work of [findCompletionIssuesInSteps(filling.result), findFailuresInSteps(filling.result)]) {
      const { pauses } = countPauses<unknown>(work);
      assert.ok(pauses > 30, `${pauses}`);
    }
  });
}
