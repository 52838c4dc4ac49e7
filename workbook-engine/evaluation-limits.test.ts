import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { formOf, SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import type { Answers } from './answer.ts';
import { checkDefinition } from './check-definition.ts';
import { completionIssues } from './completion-issues.ts';
import { EvaluationLimitError } from './expressions/budget.ts';
import { fillForm } from './fill-form.ts';

const LONGEST = 'x'.repeat(32_768);
const often = (count: number, field: (at: number) => Field): Field[] =>
  Array.from({ length: count }, (_, index) => field(index));
const calculated =
  (calculation: string) =>
  (at: number): Field => ({ name: `F${at}`, type: 'calculated', calculation });
const ofLongText = (count: number, calculation: string): Field[] => [
  { name: 'Text', type: 'longText' },
  ...often(count, calculated(calculation)),
];
const entries = (count: number) => Array.from({ length: count }, () => ({}));

/** All are within the limits of workbooks and answers. Without a limit on steps each takes from five seconds to hours. */
const EXPENSIVE_FORMS: readonly [what: string, fields: Field[], answers: Answers][] = [
  [
    'patterns of thousands of states through a long text',
    ofLongText(100, "regex(${Text}, '(x*x*x*x*){500}y')"),
    { Text: LONGEST },
  ],
  [
    'a pattern of thousands of states, for each of many short texts',
    ofLongText(100, "regex(${Text}, '(x*x*x*x*){500}y')"),
    { Text: 'x'.repeat(20) },
  ],
  [
    'a pattern of thousands of states, for texts that are not there',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [
          { name: 'Code', type: 'text' },
          ...often(20, calculated("regex(${Code}, '(x*x*x*x*){500}y')")),
        ],
      },
    ],
    { Spans: entries(1_000) },
  ],
  [
    'functions that look at each letter of a long text',
    ofLongText(220, Array(90).fill('string-length(${Text})').join(' + ')),
    { Text: LONGEST },
  ],
  [
    'letters that are all replaced',
    ofLongText(1_900, 'translate(${Text}, ${Text}, ${Text})'),
    { Text: LONGEST },
  ],
  ['words of a long text', ofLongText(1_900, "selected(${Text}, 'y')"), { Text: 'x '.repeat(16_384) }],
  [
    'long expressions in each of many entries',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [
          { name: 'Length', type: 'integer' },
          ...often(100, calculated(Array(400).fill('${Length}').join(' + '))),
        ],
      },
    ],
    { Spans: entries(1_000) },
  ],
  [
    'texts of all entries in each of many entries',
    [
      { name: 'Spans', type: 'repeat', fields: [{ name: 'Material', type: 'text' }] },
      {
        name: 'Posts',
        type: 'repeat',
        fields: often(9, calculated("string-length(join('', ${Material}))")),
      },
    ],
    { Spans: Array(1_000).fill({ Material: 'x'.repeat(32) }), Posts: entries(1_000) },
  ],
  [
    'clocks of a time zone in each of many entries',
    [{ name: 'Spans', type: 'repeat', fields: often(900, calculated('date-time(today())')) }],
    { Spans: entries(1_000) },
  ],
  [
    'choices that are filtered by a long text',
    [
      { name: 'Text', type: 'longText' },
      {
        name: 'Defects',
        type: 'multiChoice',
        choices: Array.from({ length: 5_000 }, (_, index) => ({ value: `c${index}` })),
        choiceFilter: 'string-length(${Text}) > 0',
      },
    ],
    { Text: LONGEST, Defects: Array.from({ length: 5_000 }, (_, index) => `c${index}`) },
  ],
];

for (const [what, fields, answers] of EXPENSIVE_FORMS) {
  test(`stops an evaluation that takes too long: ${what}`, () => {
    const form = formOf(fields);
    assert.throws(
      () => completionIssues(fillForm(form, answers, SOME_DAY)),
      (error) =>
        error instanceof EvaluationLimitError && form.index.everywhere.has(error.field.toLowerCase()),
    );
  });
}

test('evaluates a large ordinary form', () => {
  const form = formOf([
    {
      name: 'Spans',
      type: 'repeat',
      fields: [
        { name: 'Code', type: 'text', constraint: "regex(., '[A-Z]{2}-[0-9]{4}')" },
        { name: 'Length', type: 'decimal', constraint: '. > 0 and . < 100' },
        { name: 'Built', type: 'date', constraint: '. <= today()' },
        ...often(20, calculated("concat(${Code}, ' is ', round(${Length} div 3, 2))")),
      ],
    },
    { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
  ]);
  const Spans = Array(1_000).fill({ Code: 'AB-1234', Length: 2.5, Built: '1990-05-01' });
  assert.deepEqual(completionIssues(fillForm(form, { Spans }, SOME_DAY)), []);
});

test('rejects a workbook that takes too long to evaluate without any answers', () => {
  const fields: Field[] = [
    { name: 'Text', type: 'calculated', calculation: `'${'x'.repeat(9_000)}'` },
    { name: 'Long', type: 'calculated', calculation: 'concat(${Text}, ${Text}, ${Text})' },
    ...often(200, calculated(Array(90).fill('string-length(${Long})').join(' + '))),
  ];
  const [issue, ...others] = checkDefinition({ fields });
  assert.deepEqual(others, []);
  const [, name, place] = /^(F(\d+)) takes too long to calculate, even before anything is answered/.exec(
    issue!.message,
  )!;
  assert.equal(issue!.path, `fields[${Number(place) + 2}]`, name!);
});

test('reports the first hundred errors of a definition, and looks for similar names only for those', () => {
  const tail = 'qzjwkvxp'.repeat(15).slice(0, 110);
  const fields = often(1_300, (at) => ({
    name: `Field${at}${tail}`,
    type: 'text',
    relevant: `\${Feild${at}${tail}}`,
    required: `\${Field${at}${tail}xyz}`,
    constraint: `\${Fields${at}${tail}}`,
  }));
  const began = performance.now();
  const issues = checkDefinition({ fields });
  assert.equal(issues.length, 100);
  assert.match(issues[0]!.message, /^There is no field Feild0/);
  // All 3,900 take 25 seconds.
  assert.ok(performance.now() - began < 5_000);
});

test('limits the total size of patterns, and counts equal patterns once', () => {
  const ofPatterns = (pattern: (at: number) => string) =>
    checkDefinition({
      fields: often(30, (at) => ({ name: `F${at}`, type: 'text', constraint: `regex(., '${pattern(at)}')` })),
    });
  assert.deepEqual(
    ofPatterns(() => '(ab?){1000}'),
    [],
  );
  const [issue] = ofPatterns((at) => `(ab?c?){900}${at}`);
  assert.deepEqual(issue, {
    path: 'fields[22].constraint',
    message: 'The patterns of the workbook have too many repetitions in total.',
    at: 9,
  });
});
