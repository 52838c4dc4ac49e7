import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { evaluateSets, isInspectionTooLarge } from './evaluate-sets.ts';

const LONGEST_TEXT = 'x'.repeat(32_768);
/** With the longest text, an item has 10 MB of calculated values. Two such items exceed an inspection's limit. */
const definition: WorkbookDefinition = {
  fields: [
    { name: 'Text', type: 'longText' },
    ...Array.from({ length: 300 }, (_, index) => ({
      name: `C${index}`,
      type: 'calculated' as const,
      calculation: '${Text}',
    })),
  ],
};
const evaluationInput = {
  form: compileForm(definition).form,
  definition,
  evaluationContext: { now: 0, timeZone: 'UTC', language: 'en' },
};

const createInspection = (...texts: string[]) =>
  ({
    items: texts.map((_, index) => ({ id: String(index), title: '' })),
    sets: Object.fromEntries(texts.map((Text, index) => [index, { answers: { Text }, comments: {} }])),
  }) as unknown as LocalInspection;

test('the phone reports immediately when calculated values exceed their total limit, and still shows each item', () => {
  const firstSets = evaluateSets(createInspection(LONGEST_TEXT, 'short'), evaluationInput, []);
  assert.equal(isInspectionTooLarge(firstSets), false);
  const secondSets = evaluateSets(createInspection(LONGEST_TEXT, LONGEST_TEXT), evaluationInput, firstSets);
  assert.equal(secondSets[0], firstSets[0]);
  assert.ok(secondSets.every(({ evaluatedForm }) => evaluatedForm !== null));
  assert.equal(isInspectionTooLarge(secondSets), true);
  assert.equal(
    isInspectionTooLarge(evaluateSets(createInspection('short', LONGEST_TEXT), evaluationInput, secondSets)),
    false,
  );
});
