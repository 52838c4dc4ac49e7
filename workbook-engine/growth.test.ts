import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { measureCpuTime } from '#workbook-engine/testing/measure-growth.ts';
import { TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import type { Answers } from './answer.ts';
import { compileForm } from './compile-form.ts';
import { findCompletionIssues } from './completion-issues.ts';
import { functions } from './expressions/functions.ts';
import { fillForm } from './fill-form.ts';
import { findFailures } from './form-failures.ts';

/** Creates a workbook and answers of a given size. */
type CreateCase = (size: number) => { fields: Field[]; answers: Answers };

const letters = (count: number, letter = 'a') => letter.repeat(count);
/** Creates eight fields, so that most of the time is spent on the calculation being measured. */
const createFields = (calculation: string): Field[] =>
  Array.from({ length: 8 }, (_, index) => ({ name: `Value${index}`, type: 'calculated', calculation }));

/** A calculation with long texts. By default, searching for Part in Text is the worst case for a naive search. */
const withTexts =
  (
    calculation: string,
    part = (size: number) => `${letters(size / 4)}b${letters(size / 4)}`,
    text = letters,
  ): CreateCase =>
  (size) => ({
    fields: [
      { name: 'Text', type: 'longText' },
      { name: 'Part', type: 'longText' },
      { name: 'Day', type: 'date' },
      ...createFields(calculation),
    ],
    answers: { Text: text(size), Part: part(size), Day: '2026-03-01' },
  });
const words = (size: number) => 'a '.repeat(size / 2);

/** A calculation that runs in each of many repeat instances. */
const inEachInstance =
  (calculation: string): CreateCase =>
  (size) => ({
    fields: [{ name: 'Spans', type: 'repeat', fields: [...instanceFields, ...createFields(calculation)] }],
    answers: { Spans: Array.from({ length: size / 16 }, () => instance) },
  });

/** A calculation that uses a field from all instances of a repeat. */
const withAllInstances =
  (calculation: string): CreateCase =>
  (size) => ({
    fields: [{ name: 'Spans', type: 'repeat', fields: instanceFields }, ...createFields(calculation)],
    answers: { Spans: Array.from({ length: size / 8 }, () => instance) },
  });

const instanceFields: Field[] = [
  { name: 'Length', type: 'decimal' },
  { name: 'Material', type: 'text' },
  { name: 'Built', type: 'date' },
  { name: 'Hour', type: 'time' },
  { name: 'Seen', type: 'dateTime' },
  { name: 'Place', type: 'location' },
  { name: 'IsOpen', type: 'boolean' },
];
const instance: Answers = {
  Length: 0.123456789,
  Material: 'Steel',
  Built: '1990-05-01',
  Hour: '12:30',
  Seen: '2026-03-29T22:30:15.250Z',
  Place: { latitude: 52, longitude: 4 },
  IsOpen: true,
};

const choices = (size: number) =>
  Array.from({ length: size / 8 }, (_, index) => ({ value: `c${10_000 + index}` }));
/** A calculation with a multiChoice that has many choices, all of them selected. */
const withChoices =
  (calculation: string): CreateCase =>
  (size) => ({
    fields: [{ name: 'Defects', type: 'multiChoice', choices: choices(size) }, ...createFields(calculation)],
    answers: { Defects: choices(size).map(({ value }) => value) },
  });

/** A calculation with a choice that has labels in 50 languages with long tags. */
const withLabels =
  (calculation: string): CreateCase =>
  (size) => {
    const label = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`x${i}-${letters(size / 4)}`, 'x']),
    );
    const choice: Field = { name: 'Grade', type: 'singleChoice', choices: [{ value: 'a', label }] };
    return { fields: [choice, ...createFields(calculation)], answers: { Grade: 'a' } };
  };

const withNumber = (name: string) => inEachInstance(`${name}(\${Length})`);

/** The worst cases of every function. */
const FUNCTIONS: Readonly<Record<string, readonly CreateCase[]>> = {
  'string-length': [withTexts('string-length(${Text})')],
  substr: [withTexts('substr(${Text}, 1, -1)')],
  'substring-before': [withTexts('substring-before(${Text}, ${Part})')],
  'substring-after': [withTexts('substring-after(${Text}, ${Part})')],
  contains: [
    withTexts('contains(${Text}, ${Part})'),
    withTexts('contains(${Text}, ${Part})', (size) => `${letters(size / 2)}b`),
  ],
  'starts-with': [withTexts('starts-with(${Text}, ${Part})')],
  'ends-with': [withTexts('ends-with(${Text}, ${Part})')],
  'normalize-space': [
    withTexts('normalize-space(${Text})', undefined, words),
    withTexts('normalize-space(${Text})', undefined, (size) => `a${' '.repeat(size)}a`),
  ],
  translate: [withTexts('translate(${Text}, ${Part}, ${Text})')],
  'upper-case': [withTexts('upper-case(${Text})')],
  'lower-case': [withTexts('lower-case(${Text})')],
  concat: [withTexts('concat(${Text}, ${Part})'), withAllInstances('concat(${Material}, ${Built})')],
  join: [withTexts("join(',', ${Text}, ${Part})"), withAllInstances("join(', ', ${Seen})")],
  string: [
    withTexts('string-length(string(${Text}))'),
    inEachInstance('string(${Seen})'),
    withChoices('string-length(string(${Defects}))'),
    withChoices('boolean(string(${Defects}))'),
  ],
  regex: [
    withTexts("regex(${Text}, '(a|aa)+b')"),
    withTexts("regex(${Text}, '(a*)*b')"),
    withTexts("regex(${Text}, 'b')"),
    withChoices("regex(${Defects}, 'q')"),
    withTexts(`regex(\${Text}, '[${letters(5_000, 'b')}a]*')`),
    withTexts("regex(${Text}, '[\\w\\s\\p{L}]*')"),
  ],
  number: [
    withTexts('number(${Text})', undefined, (size) => `${letters(size, '1')}x`),
    withTexts('number(${Text})', undefined, (size) => `1${letters(size, ' ')}x`),
    inEachInstance('number(${Built})'),
  ],
  int: [withNumber('int')],
  floor: [withNumber('floor')],
  ceiling: [withNumber('ceiling')],
  round: [inEachInstance('round(${Length}, 2)')],
  pow: [inEachInstance('pow(${Length}, 2.5)')],
  atan2: [inEachInstance('atan2(${Length}, 2)')],
  pi: [inEachInstance('pi()')],
  abs: [withNumber('abs')],
  sqrt: [withNumber('sqrt')],
  exp: [withNumber('exp')],
  exp10: [withNumber('exp10')],
  log: [withNumber('log')],
  log10: [withNumber('log10')],
  sin: [withNumber('sin')],
  cos: [withNumber('cos')],
  tan: [withNumber('tan')],
  asin: [withNumber('asin')],
  acos: [withNumber('acos')],
  atan: [withNumber('atan')],
  min: [withAllInstances('min(${Length})'), inEachInstance('min(${Length}, 5)')],
  max: [withAllInstances('max(${Built})')],
  sum: [withAllInstances('sum(${Length})')],
  today: [inEachInstance('today()')],
  now: [inEachInstance('now()')],
  date: [inEachInstance('date(${Seen})'), withTexts('date(${Text})')],
  'date-time': [inEachInstance('date-time(${Built})'), withTexts('date-time(${Text})')],
  time: [
    inEachInstance('time(${Seen})'),
    withTexts('time(${Text})', undefined, (size) => letters(size, '1')),
  ],
  'decimal-date-time': [inEachInstance('decimal-date-time(${Seen})')],
  'decimal-time': [inEachInstance('decimal-time(${Seen})')],
  'format-date': [
    withTexts('format-date(${Day}, ${Text})', undefined, (size) => '%b'.repeat(size / 2)),
    withTexts('format-date(${Day}, ${Text})'),
  ],
  'format-date-time': [
    withTexts('format-date-time(${Day}, ${Text})', undefined, (size) => '%a'.repeat(size / 2)),
  ],
  selected: [
    withChoices("selected(${Defects}, 'c10001')"),
    withTexts("selected(${Text}, 'y')", undefined, words),
    withTexts('selected(${Text}, ${Part})', undefined, (size) => ' '.repeat(size)),
  ],
  'selected-at': [
    withChoices('selected-at(${Defects}, 3)'),
    withTexts('selected-at(${Text}, 3)', undefined, words),
  ],
  'count-selected': [withChoices('count-selected(${Defects})')],
  'jr:choice-name': [
    withChoices("jr:choice-name(selected-at(${Defects}, 3), '${Defects}')"),
    withLabels(`concat(${Array(90).fill("jr:choice-name(${Grade}, '${Grade}')").join()})`),
  ],
  true: [inEachInstance('true()')],
  false: [inEachInstance('false()')],
  not: [inEachInstance('not(${IsOpen})')],
  boolean: [inEachInstance('boolean(${Material})')],
  'boolean-from-string': [withTexts('boolean-from-string(${Text})')],
  if: [inEachInstance('if(${IsOpen}, ${Length}, 1)')],
  coalesce: [inEachInstance('coalesce(${Length}, 1)')],
  distance: [withAllInstances('distance(${Place})')],
  count: [withAllInstances('count(${Spans})')],
  'count-non-empty': [withAllInstances('count-non-empty(${Material})')],
  position: [inEachInstance('position(..)')],
  'indexed-repeat': [inEachInstance('indexed-repeat(${Length}, ${Spans}, position(..))')],
};

const OPERATORS: Readonly<Record<string, readonly CreateCase[]>> = {
  'comparing texts': [
    (size) => {
      const workbook = withTexts(Array(20).fill('${Text} = ${Part}').join(' and '), (length) =>
        letters(length),
      )(size);
      // Uses two separate strings: a single string object would be compared by identity.
      return { ...workbook, answers: { ...workbook.answers, Part: Buffer.from(letters(size)).toString() } };
    },
  ],
  arithmetic: [inEachInstance('${Length} * 3 div 7 + 1 - ${Length} mod 2')],
  'comparing dates': [inEachInstance("${Built} + 5 > '2026-03-01'")],
  'a calculated field that repeats an answer': [withTexts('${Text}')],
  'a constraint message': [
    (size) => ({
      fields: [
        {
          name: 'Text',
          type: 'longText',
          constraint: 'string-length(.) < 1',
          constraintMessage: Array(100).fill('${Text}').join(''),
        },
      ],
      answers: { Text: letters(size) },
    }),
  ],
  'a choice filter': [
    (size) => ({
      fields: [
        { name: 'Defects', type: 'multiChoice', choices: choices(size), choiceFilter: "value != 'x'" },
      ],
      answers: { Defects: choices(size).map(({ value }) => value) },
    }),
  ],
};

const SIZES = [2_000, 4_000, 8_000, 16_000] as const;

/** Returns a case's number of steps, and a function that evaluates the case. */
const measureCost = ({ fields, answers }: ReturnType<CreateCase>) => {
  const { form, issues } = compileForm({ fields });
  assert.deepEqual(issues, []);
  let steps = 0;
  const budget = {
    startField: () => {},
    reserve: () => {},
    countOutput: () => {},
    spend: (count: number) => {
      steps += count;
    },
    isPauseDue: () => false,
  };
  const evaluate = () => {
    const filledForm = fillForm(form, answers, { ...TEST_CONTEXT, budget });
    return [findCompletionIssues(filledForm), findFailures(filledForm)];
  };
  evaluate();
  return { steps, evaluate };
};

/** The number of steps may grow at most linearly with the input size, with a tolerance of 5%. */
const MAX_GROWTH = 1.05;
/** The maximum time per step, in reference steps (25 to 70 ns). The slowest case takes 6, or 10 under load. */
const MAX_STEP_COST = 20;
/** The maximum number of measurements per case. Failed ones are retried: other processes may have slowed them down. */
const ATTEMPTS = 5;

const measureReferenceStep = (): number => {
  const { steps, evaluate } = measureCost(withTexts('string-length(${Text})')(16_000));
  return measureCpuTime(evaluate) / steps;
};

test('every engine function has a worst-case test', () => {
  assert.deepEqual(Object.keys(FUNCTIONS).sort(), [...functions.keys()].sort());
});

for (const [name, cases] of Object.entries({ ...FUNCTIONS, ...OPERATORS })) {
  test(`steps grow linearly with the input and reflect the time taken: ${name}`, () => {
    for (const [number, createCase] of cases.entries()) {
      const costs = SIZES.map((size) => measureCost(createCase(size)));
      for (const [index, { steps }] of costs.entries()) {
        const max = (SIZES[index]! / SIZES[0]) * MAX_GROWTH * costs[0]!.steps;
        assert.ok(steps <= max, `case ${number}: ${costs.map((cost) => cost.steps)} steps`);
      }
      const { steps, evaluate } = costs.at(-1)!;
      const measureStepCost = () => measureCpuTime(evaluate) / steps / measureReferenceStep();
      let cost = measureStepCost();
      for (let attempt = 1; attempt < ATTEMPTS && cost > MAX_STEP_COST; attempt++)
        cost = Math.min(cost, measureStepCost());
      assert.ok(cost <= MAX_STEP_COST, `case ${number}: a step takes ${cost.toFixed(1)} reference steps`);
    }
  });
}
