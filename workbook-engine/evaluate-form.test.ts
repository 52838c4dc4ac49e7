import assert from 'node:assert/strict';
import test from 'node:test';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { withAnswer, withNewInstance, withoutInstance } from './change-answers.ts';
import { evaluateForm, filterValidAnswers } from './evaluate-form.ts';
import { rootLevelOf } from './form.ts';

const form = compileTestForm([
  { name: 'Safe', type: 'boolean', failWhen: 'not(.)' },
  {
    name: 'Spans',
    type: 'repeat',
    fields: [
      { name: 'Length', type: 'decimal', default: 5, min: 1, required: true },
      { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer', failWhen: '. > 3' }] },
    ],
  },
]);
const spanLevel = rootLevelOf(form).fields[1]!.instanceLevel!;
const crackLevel = spanLevel.fields[1]!.instanceLevel!;
const options = { form, level: spanLevel, evaluationContext: TEST_CONTEXT };

test('adds repeat instances with their defaults, changes nested answers, and removes instances', () => {
  const twoSpans = withNewInstance(withNewInstance({}, 'Spans', options), 'Spans', options);
  assert.deepEqual(twoSpans, { Spans: [{ Length: 5 }, { Length: 5 }] });
  const withCrack = withNewInstance(twoSpans, 'Spans[1].Cracks', { ...options, level: crackLevel });
  const withDepth = withAnswer(withCrack, 'Spans[1].Cracks[0].Depth', 4);
  assert.deepEqual(withDepth, { Spans: [{ Length: 5 }, { Length: 5, Cracks: [{ Depth: 4 }] }] });
  assert.deepEqual([...evaluateForm(form, withDepth, TEST_CONTEXT).failures], ['Spans[1].Cracks[0].Depth']);
  assert.deepEqual(withoutInstance(withDepth, 'Spans', 0), {
    Spans: [{ Length: 5, Cracks: [{ Depth: 4 }] }],
  });
});

test('reports errors that prevent completion, by path', () => {
  const { issues } = evaluateForm(form, { Spans: [{}] }, TEST_CONTEXT);
  assert.deepEqual([...issues.keys()], ['Spans[0].Length']);
});

test('removes answers that are no longer valid for the workbook', () => {
  const answers = { Safe: 'yes', Gone: 1, Spans: [{ Length: 0 }, { Length: 2, Cracks: [{ Depth: 1.5 }] }] };
  assert.deepEqual(filterValidAnswers(form.index, answers), { Spans: [{}, { Length: 2, Cracks: [{}] }] });
});
