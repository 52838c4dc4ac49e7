import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { assertCpuTimeRatioBelow, measureThreadCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import type { Answers } from './answer.ts';
import { checkDefinition } from './check-definition.ts';
import { findCompletionIssues } from './completion-issues.ts';
import { createBudget, createTotals, EvaluationLimitError } from './expressions/budget.ts';
import { fillForm } from './fill-form.ts';
import { findFailures } from './form-failures.ts';

const LONGEST_TEXT = 'x'.repeat(32_768);
const createFields = (count: number, createField: (index: number) => Field): Field[] =>
  Array.from({ length: count }, (_, index) => createField(index));
const createCalculatedField =
  (calculation: string) =>
  (index: number): Field => ({ name: `F${index}`, type: 'calculated', calculation });
const createLongTextForm = (count: number, calculation: string): Field[] => [
  { name: 'Text', type: 'longText' },
  ...createFields(count, createCalculatedField(calculation)),
];
const createEmptyInstances = (count: number) => Array.from({ length: count }, () => ({}));

/**
 * Forms and answers within their size limits. Without the step limit, evaluating them would take five seconds to hours.
 */
const EXPENSIVE_FORMS: readonly [title: string, fields: Field[], answers: Answers][] = [
  [
    'patterns with thousands of states on a long text',
    createLongTextForm(100, "regex(${Text}, '(x*x*x*x*){500}y')"),
    { Text: LONGEST_TEXT },
  ],
  [
    'a pattern with thousands of states on many short texts',
    createLongTextForm(100, "regex(${Text}, '(x*x*x*x*){500}y')"),
    { Text: 'x'.repeat(20) },
  ],
  [
    'a pattern with thousands of states on missing texts',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [
          { name: 'Code', type: 'text' },
          ...createFields(20, createCalculatedField("regex(${Code}, '(x*x*x*x*){500}y')")),
        ],
      },
    ],
    { Spans: createEmptyInstances(1_000) },
  ],
  [
    'functions that read a long text',
    createLongTextForm(220, Array(90).fill('string-length(${Text})').join(' + ')),
    { Text: LONGEST_TEXT },
  ],
  [
    'replacing every character',
    createLongTextForm(1_900, 'translate(${Text}, ${Text}, ${Text})'),
    { Text: LONGEST_TEXT },
  ],
  [
    'splitting a long text into words',
    createLongTextForm(1_900, "selected(${Text}, 'y')"),
    { Text: 'x '.repeat(16_384) },
  ],
  [
    'long expressions in many repeat instances',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [
          { name: 'Length', type: 'integer' },
          ...createFields(100, createCalculatedField(Array(400).fill('${Length}').join(' + '))),
        ],
      },
    ],
    { Spans: createEmptyInstances(1_000) },
  ],
  [
    'joining the texts of all instances in many repeat instances',
    [
      { name: 'Spans', type: 'repeat', fields: [{ name: 'Material', type: 'text' }] },
      {
        name: 'Posts',
        type: 'repeat',
        fields: createFields(9, createCalculatedField("string-length(join('', ${Material}))")),
      },
    ],
    { Spans: Array(1_000).fill({ Material: 'x'.repeat(32) }), Posts: createEmptyInstances(1_000) },
  ],
  [
    'local times in many repeat instances',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: createFields(900, createCalculatedField('date-time(today())')),
      },
    ],
    { Spans: createEmptyInstances(1_000) },
  ],
  [
    'filtering choices by a long text',
    [
      { name: 'Text', type: 'longText' },
      {
        name: 'Defects',
        type: 'multiChoice',
        choices: Array.from({ length: 5_000 }, (_, index) => ({ value: `c${index}` })),
        choiceFilter: 'string-length(${Text}) > 0',
      },
    ],
    { Text: LONGEST_TEXT, Defects: Array.from({ length: 5_000 }, (_, index) => `c${index}`) },
  ],
];

for (const [title, fields, answers] of EXPENSIVE_FORMS) {
  test(`stops an evaluation that takes too long: ${title}`, () => {
    const form = compileTestForm(fields);
    assert.throws(
      () => findCompletionIssues(fillForm(form, answers, TEST_CONTEXT)),
      (error) => error instanceof EvaluationLimitError && form.index.allFields.has(error.field.toLowerCase()),
    );
  });
}

/** Forms whose answers can be evaluated for one item of an inspection, but not for 30. */
const FORMS_FOR_MANY_ITEMS: readonly [title: string, fields: Field[], answers: Answers][] = [
  ['copies of a long text', createLongTextForm(200, '${Text}'), { Text: LONGEST_TEXT }],
  [
    'copies of many choices',
    [
      {
        name: 'Defects',
        type: 'multiChoice',
        choices: Array.from({ length: 5_000 }, (_, index) => ({ value: `choice${index}` })),
      },
      ...createFields(100, createCalculatedField('${Defects}')),
    ],
    { Defects: Array.from({ length: 5_000 }, (_, index) => `choice${index}`) },
  ],
  [
    'long names of calculated fields in many repeat instances',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: createFields(100, (index) => ({
          name: `${'x'.repeat(120)}${index}`,
          type: 'calculated',
          calculation: '1',
          failWhen: 'true()',
        })),
      },
    ],
    { Spans: createEmptyInstances(350) },
  ],
  [
    'long messages of constraints',
    [
      { name: 'Text', type: 'longText' },
      ...createFields(100, (index) => ({
        name: `F${index}`,
        type: 'integer',
        constraint: 'false()',
        constraintMessage: '${Text}',
      })),
    ],
    {
      Text: LONGEST_TEXT,
      ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`F${index}`, 1])),
    },
  ],
  [
    'many repeat instances',
    [
      {
        name: 'Spans',
        type: 'repeat',
        fields: createFields(400, (index) => ({ name: `F${index}`, type: 'integer' })),
      },
    ],
    { Spans: createEmptyInstances(1_000) },
  ],
];

for (const [title, fields, answers] of FORMS_FOR_MANY_ITEMS) {
  test(`limits the total cost of evaluating all items of an inspection: ${title}`, () => {
    const form = compileTestForm(fields);
    const totals = createTotals();
    const evaluate = () => {
      const budget = createBudget(undefined, totals);
      const filledForm = fillForm(form, answers, { ...TEST_CONTEXT, budget });
      return [findCompletionIssues(filledForm), findFailures(filledForm)];
    };
    evaluate();
    assert.throws(() => {
      for (let item = 1; item < 30; item++) evaluate();
    }, EvaluationLimitError);
  });
}

test('evaluates a large but ordinary form', () => {
  const form = compileTestForm([
    {
      name: 'Spans',
      type: 'repeat',
      fields: [
        { name: 'Code', type: 'text', constraint: "regex(., '[A-Z]{2}-[0-9]{4}')" },
        { name: 'Length', type: 'decimal', constraint: '. > 0 and . < 100' },
        { name: 'Built', type: 'date', constraint: '. <= today()' },
        ...createFields(20, createCalculatedField("concat(${Code}, ' is ', round(${Length} div 3, 2))")),
      ],
    },
    { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
  ]);
  const Spans = Array(1_000).fill({ Code: 'AB-1234', Length: 2.5, Built: '1990-05-01' });
  assert.deepEqual(findCompletionIssues(fillForm(form, { Spans }, TEST_CONTEXT)), []);
});

test('rejects a workbook that takes too long to evaluate without any answers', () => {
  const fields: Field[] = [
    { name: 'Text', type: 'calculated', calculation: `'${'x'.repeat(9_000)}'` },
    { name: 'Long', type: 'calculated', calculation: 'concat(${Text}, ${Text}, ${Text})' },
    ...createFields(200, createCalculatedField(Array(90).fill('string-length(${Long})').join(' + '))),
  ];
  const [issue, ...otherIssues] = checkDefinition({ fields });
  assert.deepEqual(otherIssues, []);
  const [, name, index] = /^(F(\d+)) takes too long to calculate, even without answers/.exec(issue!.message)!;
  assert.equal(issue!.path, `fields[${Number(index) + 2}]`, name!);
});

test("reports a definition's first hundred errors, and looks for similar names only for those", async () => {
  const tail = 'qzjwkvxp'.repeat(15).slice(0, 110);
  const fields = createFields(1_300, (index) => ({
    name: `Field${index}${tail}`,
    type: 'text',
    relevant: `\${Feild${index}${tail}}`,
    required: `\${Field${index}${tail}xyz}`,
    constraint: `\${Fields${index}${tail}}`,
  }));
  const check = () => {
    const issues = checkDefinition({ fields });
    assert.equal(issues.length, 100);
    assert.match(issues[0]!.message, /^There is no field Feild0/);
  };
  // The check takes 6 times as long as the reference. Looking for similar names for all 3,900 errors would take 550
  // times as long.
  await assertCpuTimeRatioBelow(100, () => measureThreadCpuTime(check));
});

test('limits the total size of patterns, counting equal patterns once', () => {
  const checkPatterns = (pattern: (index: number) => string) =>
    checkDefinition({
      fields: createFields(30, (index) => ({
        name: `F${index}`,
        type: 'text',
        constraint: `regex(., '${pattern(index)}')`,
      })),
    });
  assert.deepEqual(
    checkPatterns(() => '(ab?){1000}'),
    [],
  );
  const [issue] = checkPatterns((index) => `(ab?c?){900}${index}`);
  assert.deepEqual(issue, {
    path: 'fields[22].constraint',
    message: "The workbook's patterns have too many repetitions in total.",
    at: 9,
  });
});
