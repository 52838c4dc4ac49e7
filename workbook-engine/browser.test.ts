import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from './answer.ts';
import { checkAnswers } from './check-answer.ts';
import { checkDefinition } from './check-definition.ts';
import { compileForm } from './compile-form.ts';
import { completionFaults } from './completion-faults.ts';
import { fillForm } from './fill-form.ts';
import { failuresOf } from './form-failures.ts';
import { resultOf, setAsideOf } from './form-result.ts';
import { prefill } from './prefill.ts';
import { openEnginePage } from './testing/engine-in-browser.ts';
import { SOME_DAY } from './testing/scenario.ts';
import { specimenAnswers, specimenFields } from './testing/specimen.ts';

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
const given = {
  fields,
  answers: { ...specimenAnswers, Hidden: 'kept', Tall: 4 } as Answers,
  properties: { tall: 2, Word: 'Brug', day: '2026-03-01T23:30:00Z', Unknown: true },
  wrong: { Five: 'five', Colour: 'blue', Spans: [{ Lenght: 3 }] },
  circumstances: { ...SOME_DAY, timeZone: 'Europe/Amsterdam', language: 'nl' },
};
type Given = typeof given;

const judgeHere = ({ fields, answers, properties, wrong, circumstances }: Given) => {
  const { form, faults } = compileForm({ fields });
  const filled = fillForm(form, answers, circumstances);
  return {
    faults: [...checkDefinition({ fields }), ...faults],
    refused: checkAnswers(form.index, wrong).faults,
    result: resultOf(filled),
    setAside: setAsideOf(filled),
    missing: completionFaults(filled),
    failures: failuresOf(filled).map(({ field }) => field),
    prefilled: prefill(form, properties, circumstances),
  };
};

test('a browser judges answers as the server does, from the same sources', async (t) => {
  const page = await openEnginePage(t);
  if (!page) return;
  const there = await page.evaluate(async ({ fields, answers, properties, wrong, circumstances }: Given) => {
    // The sources as the page serves them; their types are known by the imports above.
    const load = (name: string) => import(`/workbook-engine/${name}.ts`);
    const { checkAnswers } = await load('check-answer');
    const { checkDefinition } = await load('check-definition');
    const { compileForm } = await load('compile-form');
    const { completionFaults } = await load('completion-faults');
    const { fillForm } = await load('fill-form');
    const { failuresOf } = await load('form-failures');
    const { resultOf, setAsideOf } = await load('form-result');
    const { prefill } = await load('prefill');
    const { form, faults } = compileForm({ fields });
    const filled = fillForm(form, answers, circumstances);
    return {
      faults: [...checkDefinition({ fields }), ...faults],
      refused: checkAnswers(form.index, wrong).faults,
      result: resultOf(filled),
      setAside: setAsideOf(filled),
      missing: completionFaults(filled),
      failures: failuresOf(filled).map(({ field }: { field: string }) => field),
      prefilled: prefill(form, properties, circumstances),
    };
  }, given);
  const here = judgeHere(given);
  assert.deepEqual(here.faults, []);
  assert.equal(here.missing.length, 2);
  assert.deepEqual(there, JSON.parse(JSON.stringify(here)));
});
