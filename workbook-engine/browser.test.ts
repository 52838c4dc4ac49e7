import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { openEnginePage } from '#workbook-engine/testing/engine-in-browser.ts';
import { type EngineInput, evaluateEverything } from '#workbook-engine/testing/evaluate-everything.ts';
import { sampleAnswers, sampleFields } from '#workbook-engine/testing/sample-fields.ts';
import { TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';

/** Calculations whose results could differ in a browser, for example because of time zones or rounding. */
const CALCULATIONS = [
  'today()',
  'time(now())',
  'date(${Seen})',
  "date-time('2026-03-29')",
  "format-date(${Day}, '%a %e %b %Y')",
  "format-date-time(${Seen}, '%H:%M')",
  'upper-case(${Word})',
  'string-length(${Word})',
  'round(1.005, 2)',
  '0.1 + 0.2',
  'round(distance(${Dam}, ${Museum}))',
  "regex(${Word}, '.*ß.*')",
  "jr:choice-name(${Colour}, '${Colour}')",
  'sum(${Length})',
  "join(', ', ${Material})",
  '${Day} + 30',
];
const calculatedFields: Field[] = CALCULATIONS.map((calculation, index) => ({
  name: `Calculated${index}`,
  type: 'calculated',
  calculation,
}));
const conditionalFields: Field[] = [
  { name: 'Reason', type: 'text', relevant: '${Five} > 3', required: true },
  { name: 'Hidden', type: 'text', relevant: '${Five} < 3', default: 'preserved' },
  { name: 'Tall', type: 'integer', constraint: '. < 3', failWhen: '. > 3' },
];
const fields = [...sampleFields, ...calculatedFields, ...conditionalFields];
const input: EngineInput = {
  fields,
  answers: { ...sampleAnswers, Hidden: 'preserved', Tall: 4 },
  invalidAnswers: { Five: 'five', Colour: 'blue', Spans: [{ Lenght: 3 }] },
  properties: { tall: 2, Word: 'Brug', day: '2026-03-01T23:30:00Z', Unknown: true },
  evaluationContext: { ...TEST_CONTEXT, timeZone: 'Europe/Amsterdam', language: 'nl' },
};

test('the engine gives the same results in a browser as on the server', async (t) => {
  const page = await openEnginePage(t);
  if (!page) return;
  const browserResults = await page.evaluate(`
    import('/workbook-engine/testing/evaluate-everything.ts')
      .then(({ evaluateEverything }) => evaluateEverything(${JSON.stringify(input)}))`);
  const serverResults = evaluateEverything(input);
  const { issues, missing, failures } = serverResults;
  assert.deepEqual([issues.length, missing.length, failures], [0, 2, ['Tall']]);
  assert.deepEqual(browserResults, JSON.parse(JSON.stringify(serverResults)));
});
