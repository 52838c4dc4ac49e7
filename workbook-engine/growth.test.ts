import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { measureCpuTime } from '#workbook-engine/testing/measure-growth.ts';
import { SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import type { Answers } from './answer.ts';
import { compileForm } from './compile-form.ts';
import { findCompletionIssues } from './completion-issues.ts';
import { functions } from './expressions/functions.ts';
import { fillForm } from './fill-form.ts';
import { findFailures } from './form-failures.ts';

/** Creates a workbook and answers of a given size. */
type Case = (size: number) => { fields: Field[]; answers: Answers };

const calculated = (calculation: string): Field => ({ name: 'Value', type: 'calculated', calculation });
const letters = (count: number, letter = 'a') => letter.repeat(count);
/** Uses several fields, so that most of the time is spent on the calculation being measured. */
const eightFields = (calculation: string): Field[] =>
  Array.from({ length: 8 }, (_, index) => ({ ...calculated(calculation), name: `Value${index}` }));

/** A calculation with long texts. By default, Part is the worst case for a naive search in Text. */
const onTexts =
  (
    calculation: string,
    part = (size: number) => `${letters(size / 4)}b${letters(size / 4)}`,
    text = letters,
  ): Case =>
  (size) => ({
    fields: [
      { name: 'Text', type: 'longText' },
      { name: 'Part', type: 'longText' },
      { name: 'Day', type: 'date' },
      ...eightFields(calculation),
    ],
    answers: { Text: text(size), Part: part(size), Day: '2026-03-01' },
  });
const words = (size: number) => 'a '.repeat(size / 2);

/** A calculation that runs in each of many entries. */
const inEntries =
  (calculation: string): Case =>
  (size) => ({
    fields: [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [...entryFields, ...eightFields(calculation)],
      },
    ],
    answers: { Spans: Array.from({ length: size / 16 }, () => entry) },
  });

/** A calculation that uses a field from all entries of a repeat. */
const onEntries =
  (calculation: string): Case =>
  (size) => ({
    fields: [{ name: 'Spans', type: 'repeat', fields: entryFields }, ...eightFields(calculation)],
    answers: { Spans: Array.from({ length: size / 8 }, () => entry) },
  });

const entryFields: Field[] = [
  { name: 'Length', type: 'decimal' },
  { name: 'Material', type: 'text' },
  { name: 'Built', type: 'date' },
  { name: 'Hour', type: 'time' },
  { name: 'Seen', type: 'dateTime' },
  { name: 'Place', type: 'location' },
  { name: 'IsOpen', type: 'boolean' },
];
const entry: Answers = {
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
const onChoices =
  (calculation: string): Case =>
  (size) => ({
    fields: [{ name: 'Defects', type: 'multiChoice', choices: choices(size) }, ...eightFields(calculation)],
    answers: { Defects: choices(size).map(({ value }) => value) },
  });

/** A calculation with a choice that has a label in 50 languages with long tags. */
const onLabel =
  (calculation: string): Case =>
  (size) => {
    const label = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`x${i}-${letters(size / 4)}`, 'x']),
    );
    const choice: Field = { name: 'Grade', type: 'singleChoice', choices: [{ value: 'a', label }] };
    return { fields: [choice, ...eightFields(calculation)], answers: { Grade: 'a' } };
  };

const onNumber = (name: string) => inEntries(`${name}(\${Length})`);

/** Every function, with its worst cases. */
const FUNCTIONS: Readonly<Record<string, readonly Case[]>> = {
  'string-length': [onTexts('string-length(${Text})')],
  substr: [onTexts('substr(${Text}, 1, -1)')],
  'substring-before': [onTexts('substring-before(${Text}, ${Part})')],
  'substring-after': [onTexts('substring-after(${Text}, ${Part})')],
  contains: [
    onTexts('contains(${Text}, ${Part})'),
    onTexts('contains(${Text}, ${Part})', (size) => `${letters(size / 2)}b`),
  ],
  'starts-with': [onTexts('starts-with(${Text}, ${Part})')],
  'ends-with': [onTexts('ends-with(${Text}, ${Part})')],
  'normalize-space': [
    onTexts('normalize-space(${Text})', undefined, words),
    onTexts('normalize-space(${Text})', undefined, (size) => `a${' '.repeat(size)}a`),
  ],
  translate: [onTexts('translate(${Text}, ${Part}, ${Text})')],
  'upper-case': [onTexts('upper-case(${Text})')],
  'lower-case': [onTexts('lower-case(${Text})')],
  concat: [onTexts('concat(${Text}, ${Part})'), onEntries('concat(${Material}, ${Built})')],
  join: [onTexts("join(',', ${Text}, ${Part})"), onEntries("join(', ', ${Seen})")],
  string: [
    onTexts('string-length(string(${Text}))'),
    inEntries('string(${Seen})'),
    onChoices('string-length(string(${Defects}))'),
    onChoices('boolean(string(${Defects}))'),
  ],
  regex: [
    onTexts("regex(${Text}, '(a|aa)+b')"),
    onTexts("regex(${Text}, '(a*)*b')"),
    onTexts("regex(${Text}, 'b')"),
    onChoices("regex(${Defects}, 'q')"),
    onTexts(`regex(\${Text}, '[${letters(5_000, 'b')}a]*')`),
    onTexts("regex(${Text}, '[\\w\\s\\p{L}]*')"),
  ],
  number: [
    onTexts('number(${Text})', undefined, (size) => `${letters(size, '1')}x`),
    onTexts('number(${Text})', undefined, (size) => `1${letters(size, ' ')}x`),
    inEntries('number(${Built})'),
  ],
  int: [onNumber('int')],
  floor: [onNumber('floor')],
  ceiling: [onNumber('ceiling')],
  round: [inEntries('round(${Length}, 2)')],
  pow: [inEntries('pow(${Length}, 2.5)')],
  atan2: [inEntries('atan2(${Length}, 2)')],
  pi: [inEntries('pi()')],
  abs: [onNumber('abs')],
  sqrt: [onNumber('sqrt')],
  exp: [onNumber('exp')],
  exp10: [onNumber('exp10')],
  log: [onNumber('log')],
  log10: [onNumber('log10')],
  sin: [onNumber('sin')],
  cos: [onNumber('cos')],
  tan: [onNumber('tan')],
  asin: [onNumber('asin')],
  acos: [onNumber('acos')],
  atan: [onNumber('atan')],
  min: [onEntries('min(${Length})'), inEntries('min(${Length}, 5)')],
  max: [onEntries('max(${Built})')],
  sum: [onEntries('sum(${Length})')],
  today: [inEntries('today()')],
  now: [inEntries('now()')],
  date: [inEntries('date(${Seen})'), onTexts('date(${Text})')],
  'date-time': [inEntries('date-time(${Built})'), onTexts('date-time(${Text})')],
  time: [inEntries('time(${Seen})'), onTexts('time(${Text})', undefined, (size) => letters(size, '1'))],
  'decimal-date-time': [inEntries('decimal-date-time(${Seen})')],
  'decimal-time': [inEntries('decimal-time(${Seen})')],
  'format-date': [
    onTexts('format-date(${Day}, ${Text})', undefined, (size) => '%b'.repeat(size / 2)),
    onTexts('format-date(${Day}, ${Text})'),
  ],
  'format-date-time': [
    onTexts('format-date-time(${Day}, ${Text})', undefined, (size) => '%a'.repeat(size / 2)),
  ],
  selected: [
    onChoices("selected(${Defects}, 'c10001')"),
    onTexts("selected(${Text}, 'y')", undefined, words),
    onTexts('selected(${Text}, ${Part})', undefined, (size) => ' '.repeat(size)),
  ],
  'selected-at': [
    onChoices('selected-at(${Defects}, 3)'),
    onTexts('selected-at(${Text}, 3)', undefined, words),
  ],
  'count-selected': [onChoices('count-selected(${Defects})')],
  'jr:choice-name': [
    onChoices("jr:choice-name(selected-at(${Defects}, 3), '${Defects}')"),
    onLabel(`concat(${Array(90).fill("jr:choice-name(${Grade}, '${Grade}')").join()})`),
  ],
  true: [inEntries('true()')],
  false: [inEntries('false()')],
  not: [inEntries('not(${IsOpen})')],
  boolean: [inEntries('boolean(${Material})')],
  'boolean-from-string': [onTexts('boolean-from-string(${Text})')],
  if: [inEntries('if(${IsOpen}, ${Length}, 1)')],
  coalesce: [inEntries('coalesce(${Length}, 1)')],
  distance: [onEntries('distance(${Place})')],
  count: [onEntries('count(${Spans})')],
  'count-non-empty': [onEntries('count-non-empty(${Material})')],
  position: [inEntries('position(..)')],
  'indexed-repeat': [inEntries('indexed-repeat(${Length}, ${Spans}, position(..))')],
};

const OPERATORS: Readonly<Record<string, readonly Case[]>> = {
  'comparing texts': [
    (size) => {
      const workbook = onTexts(Array(20).fill('${Text} = ${Part}').join(' and '), (length) =>
        letters(length),
      )(size);
      // Uses two separate strings, because the same string object would be compared by identity.
      return { ...workbook, answers: { ...workbook.answers, Part: Buffer.from(letters(size)).toString() } };
    },
  ],
  arithmetic: [inEntries('${Length} * 3 div 7 + 1 - ${Length} mod 2')],
  'comparing dates': [inEntries("${Built} + 5 > '2026-03-01'")],
  'a calculated field that repeats an answer': [onTexts('${Text}')],
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

/** Counts the steps of a case, and returns their number along with the function to evaluate it. */
const measureCost = ({ fields, answers }: ReturnType<Case>) => {
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
    const filledForm = fillForm(form, answers, { ...SOME_DAY, budget });
    return [findCompletionIssues(filledForm), findFailures(filledForm)];
  };
  evaluate();
  return { steps, evaluate };
};

/** Steps must grow at most linearly with the input; 5% more is tolerated. */
const MAX_GROWTH = 1.05;
/** Maximum time per step, in reference steps (25 to 70 ns). The slowest case takes 6, or 10 under load. */
const MAX_STEP_COST = 20;
/** Failed measurements are repeated, because other processes may have slowed them down. */
const ATTEMPTS = 5;

const measureReferenceStep = (): number => {
  const { steps, evaluate } = measureCost(onTexts('string-length(${Text})')(16_000));
  return measureCpuTime(evaluate) / steps;
};

test('every engine function has a worst-case test', () => {
  assert.deepEqual(Object.keys(FUNCTIONS).sort(), [...functions.keys()].sort());
});

for (const [name, cases] of Object.entries({ ...FUNCTIONS, ...OPERATORS })) {
  test(`steps grow linearly with the input, and their number reflects the time taken: ${name}`, () => {
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
