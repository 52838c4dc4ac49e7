import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { timeOf } from '#workbook-engine/testing/measure-growth.ts';
import { SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import type { Answers } from './answer.ts';
import { compileForm } from './compile-form.ts';
import { completionIssues } from './completion-issues.ts';
import { functions } from './expressions/functions.ts';
import { fillForm } from './fill-form.ts';
import { failuresOf } from './form-failures.ts';

/** A workbook and answers of a size; an expression is the calculation of a field. */
type Case = (size: number) => { fields: Field[]; answers: Answers };

const calculated = (calculation: string): Field => ({ name: 'Value', type: 'calculated', calculation });
const letters = (count: number, letter = 'a') => letter.repeat(count);

/** A function of long texts, of which the second is the part that a naive search takes longest to find. */
const ofTexts =
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
      // Several fields, so that most of the time is spent on the work to measure.
      ...Array.from({ length: 8 }, (_, index) => ({ ...calculated(calculation), name: `Value${index}` })),
    ],
    answers: { Text: text(size), Part: part(size), Day: '2026-03-01' },
  });
const words = (size: number) => 'a '.repeat(size / 2);

/** A function of single values, in each of many entries. */
const inEntries =
  (calculation: string): Case =>
  (size) => ({
    fields: [
      {
        name: 'Spans',
        type: 'repeat',
        fields: [
          ...entryFields,
          ...Array.from({ length: 8 }, (_, index) => ({ ...calculated(calculation), name: `Value${index}` })),
        ],
      },
    ],
    answers: { Spans: Array.from({ length: size / 16 }, () => entry) },
  });

/** A function of a field in all entries of a repeat. */
const ofEntries =
  (calculation: string): Case =>
  (size) => ({
    fields: [
      { name: 'Spans', type: 'repeat', fields: entryFields },
      ...Array.from({ length: 8 }, (_, index) => ({ ...calculated(calculation), name: `Value${index}` })),
    ],
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
/** A function of a multiChoice of many choices, all of them chosen. */
const ofChoices =
  (calculation: string): Case =>
  (size) => ({
    fields: [
      { name: 'Defects', type: 'multiChoice', choices: choices(size) },
      ...Array.from({ length: 8 }, (_, index) => ({ ...calculated(calculation), name: `Value${index}` })),
    ],
    answers: { Defects: choices(size).map(({ value }) => value) },
  });

const ofNumber = (name: string) => inEntries(`${name}(\${Length})`);

/** Every function with its worst cases. */
const FUNCTIONS: Readonly<Record<string, readonly Case[]>> = {
  'string-length': [ofTexts('string-length(${Text})')],
  substr: [ofTexts('substr(${Text}, 1, -1)')],
  'substring-before': [ofTexts('substring-before(${Text}, ${Part})')],
  'substring-after': [ofTexts('substring-after(${Text}, ${Part})')],
  contains: [
    ofTexts('contains(${Text}, ${Part})'),
    ofTexts('contains(${Text}, ${Part})', (size) => `${letters(size / 2)}b`),
  ],
  'starts-with': [ofTexts('starts-with(${Text}, ${Part})')],
  'ends-with': [ofTexts('ends-with(${Text}, ${Part})')],
  'normalize-space': [
    ofTexts('normalize-space(${Text})', undefined, words),
    ofTexts('normalize-space(${Text})', undefined, (size) => `a${' '.repeat(size)}a`),
  ],
  translate: [ofTexts('translate(${Text}, ${Part}, ${Text})')],
  'upper-case': [ofTexts('upper-case(${Text})')],
  'lower-case': [ofTexts('lower-case(${Text})')],
  concat: [ofTexts('concat(${Text}, ${Part})'), ofEntries('concat(${Material}, ${Built})')],
  join: [ofTexts("join(',', ${Text}, ${Part})"), ofEntries("join(', ', ${Seen})")],
  string: [
    ofTexts('string-length(string(${Text}))'),
    inEntries('string(${Seen})'),
    ofChoices('string-length(string(${Defects}))'),
    ofChoices('boolean(string(${Defects}))'),
  ],
  regex: [
    ofTexts("regex(${Text}, '(a|aa)+b')"),
    ofTexts("regex(${Text}, '(a*)*b')"),
    ofTexts("regex(${Text}, 'b')"),
    ofChoices("regex(${Defects}, 'q')"),
    ofTexts(`regex(\${Text}, '[${letters(5_000, 'b')}a]*')`),
    ofTexts("regex(${Text}, '[\\w\\s\\p{L}]*')"),
  ],
  number: [
    ofTexts('number(${Text})', undefined, (size) => `${letters(size, '1')}x`),
    ofTexts('number(${Text})', undefined, (size) => `1${letters(size, ' ')}x`),
    inEntries('number(${Built})'),
  ],
  int: [ofNumber('int')],
  floor: [ofNumber('floor')],
  ceiling: [ofNumber('ceiling')],
  round: [inEntries('round(${Length}, 2)')],
  pow: [inEntries('pow(${Length}, 2.5)')],
  atan2: [inEntries('atan2(${Length}, 2)')],
  pi: [inEntries('pi()')],
  abs: [ofNumber('abs')],
  sqrt: [ofNumber('sqrt')],
  exp: [ofNumber('exp')],
  exp10: [ofNumber('exp10')],
  log: [ofNumber('log')],
  log10: [ofNumber('log10')],
  sin: [ofNumber('sin')],
  cos: [ofNumber('cos')],
  tan: [ofNumber('tan')],
  asin: [ofNumber('asin')],
  acos: [ofNumber('acos')],
  atan: [ofNumber('atan')],
  min: [ofEntries('min(${Length})'), inEntries('min(${Length}, 5)')],
  max: [ofEntries('max(${Built})')],
  sum: [ofEntries('sum(${Length})')],
  today: [inEntries('today()')],
  now: [inEntries('now()')],
  date: [inEntries('date(${Seen})'), ofTexts('date(${Text})')],
  'date-time': [inEntries('date-time(${Built})'), ofTexts('date-time(${Text})')],
  time: [inEntries('time(${Seen})'), ofTexts('time(${Text})', undefined, (size) => letters(size, '1'))],
  'decimal-date-time': [inEntries('decimal-date-time(${Seen})')],
  'decimal-time': [inEntries('decimal-time(${Seen})')],
  'format-date': [
    ofTexts('format-date(${Day}, ${Text})', undefined, (size) => '%b'.repeat(size / 2)),
    ofTexts('format-date(${Day}, ${Text})'),
  ],
  'format-date-time': [
    ofTexts('format-date-time(${Day}, ${Text})', undefined, (size) => '%a'.repeat(size / 2)),
  ],
  selected: [
    ofChoices("selected(${Defects}, 'c10001')"),
    ofTexts("selected(${Text}, 'y')", undefined, words),
    ofTexts('selected(${Text}, ${Part})', undefined, (size) => ' '.repeat(size)),
  ],
  'selected-at': [
    ofChoices('selected-at(${Defects}, 3)'),
    ofTexts('selected-at(${Text}, 3)', undefined, words),
  ],
  'count-selected': [ofChoices('count-selected(${Defects})')],
  'jr:choice-name': [ofChoices("jr:choice-name(selected-at(${Defects}, 3), '${Defects}')")],
  true: [inEntries('true()')],
  false: [inEntries('false()')],
  not: [inEntries('not(${IsOpen})')],
  boolean: [inEntries('boolean(${Material})')],
  'boolean-from-string': [ofTexts('boolean-from-string(${Text})')],
  if: [inEntries('if(${IsOpen}, ${Length}, 1)')],
  coalesce: [inEntries('coalesce(${Length}, 1)')],
  distance: [ofEntries('distance(${Place})')],
  count: [ofEntries('count(${Spans})')],
  'count-non-empty': [ofEntries('count-non-empty(${Material})')],
  position: [inEntries('position(..)')],
  'indexed-repeat': [inEntries('indexed-repeat(${Length}, ${Spans}, position(..))')],
};

const OPERATORS: Readonly<Record<string, readonly Case[]>> = {
  'texts that are compared': [
    (size) => {
      const made = ofTexts(Array(20).fill('${Text} = ${Part}').join(' and '), (each) => letters(each))(size);
      // Two separate strings: the same string object would be compared by identity.
      return { ...made, answers: { ...made.answers, Part: Buffer.from(letters(size)).toString() } };
    },
  ],
  arithmetic: [inEntries('${Length} * 3 div 7 + 1 - ${Length} mod 2')],
  'dates that are compared': [inEntries("${Built} + 5 > '2026-03-01'")],
  'a calculated field that repeats an answer': [ofTexts('${Text}')],
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

/** Counts the steps of a case, and returns them with the work. */
const costOf = ({ fields, answers }: ReturnType<Case>) => {
  const { form, issues } = compileForm({ fields });
  assert.deepEqual(issues, []);
  let steps = 0;
  const budget = {
    begin: () => {},
    reserve: () => {},
    spend: (more: number) => {
      steps += more;
    },
    isPauseDue: () => false,
  };
  const evaluate = () => {
    const filled = fillForm(form, answers, { ...SOME_DAY, budget });
    return [completionIssues(filled), failuresOf(filled)];
  };
  evaluate();
  return { steps, evaluate };
};

/** Steps grow linearly with the input, with a tolerance for fixed costs. */
const MAX_GROWTH = 1.05;
/** Maximum cost of a step in reference steps. We measured 25 to 70 ns, and 10,000 for work that is not charged. */
const MAX_STEP_COST = 10;
/** Failed measurements are repeated, because other processes may have slowed them down. */
const ATTEMPTS = 3;

const referenceStep = (): number => {
  const { steps, evaluate } = costOf(ofTexts('string-length(${Text})')(16_000));
  return timeOf(evaluate) / steps;
};

test('every function of the engine has a worst case', () => {
  assert.deepEqual(Object.keys(FUNCTIONS).sort(), [...functions.keys()].sort());
});

for (const [name, cases] of Object.entries({ ...FUNCTIONS, ...OPERATORS })) {
  test(`eight times the input takes eight times the steps, and steps cover all the work: ${name}`, () => {
    for (const [number, ofSize] of cases.entries()) {
      const costs = SIZES.map((size) => costOf(ofSize(size)));
      for (const [place, { steps }] of costs.entries()) {
        const most = (SIZES[place]! / SIZES[0]) * MAX_GROWTH * costs[0]!.steps;
        assert.ok(steps <= most, `case ${number}: ${costs.map((cost) => cost.steps)} steps`);
      }
      const { steps, evaluate } = costs.at(-1)!;
      const stepCost = () => timeOf(evaluate) / steps / referenceStep();
      let found = stepCost();
      for (let attempt = 1; attempt < ATTEMPTS && found > MAX_STEP_COST; attempt++)
        found = Math.min(found, stepCost());
      assert.ok(
        found <= MAX_STEP_COST,
        `case ${number}: a step takes ${found.toFixed(1)} steps of the reference`,
      );
    }
  });
}
