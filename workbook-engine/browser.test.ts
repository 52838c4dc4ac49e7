import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { openEnginePage } from '#workbook-engine/testing/engine-in-browser.ts';
import { type Judged, judgeEverything } from '#workbook-engine/testing/judge-everything.ts';
import { SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import { specimenAnswers, specimenFields } from '#workbook-engine/testing/specimen.ts';

/** Calculations in which a browser could differ: time zones, names of months, letters, rounding, patterns. */
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
const calculated: Field[] = CALCULATIONS.map((calculation, at) => ({
  name: `Calculated${at}`,
  type: 'calculated',
  calculation,
}));
const judged: Field[] = [
  { name: 'Reason', type: 'text', relevant: '${Five} > 3', required: true },
  { name: 'Hidden', type: 'text', relevant: '${Five} < 3', default: 'kept' },
  { name: 'Tall', type: 'integer', constraint: '. < 3', failWhen: '. > 3' },
];
const fields = [...specimenFields, ...calculated, ...judged];
const given: Judged = {
  fields,
  answers: { ...specimenAnswers, Hidden: 'kept', Tall: 4 },
  unfit: { Five: 'five', Colour: 'blue', Spans: [{ Lenght: 3 }] },
  properties: { tall: 2, Word: 'Brug', day: '2026-03-01T23:30:00Z', Unknown: true },
  circumstances: { ...SOME_DAY, timeZone: 'Europe/Amsterdam', language: 'nl' },
};

test('a browser judges answers as the server does, from the same sources', async (t) => {
  const page = await openEnginePage(t);
  if (!page) return;
  const there = await page.evaluate(`
    import('/workbook-engine/testing/judge-everything.ts')
      .then(({ judgeEverything }) => judgeEverything(${JSON.stringify(given)}))`);
  const here = judgeEverything(given);
  assert.deepEqual([here.faults.length, here.missing.length, here.failures], [0, 2, ['Tall']]);
  assert.deepEqual(there, JSON.parse(JSON.stringify(here)));
});
