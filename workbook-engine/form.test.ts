import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { compileTestForm, createScenario, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { EvaluationLimitError } from './expressions/budget.ts';
import { fillForm } from './fill-form.ts';

const listMessages = (scenario: { issues: { message: string }[] }) =>
  scenario.issues.map(({ message }) => message);

test('an answer to an irrelevant field is stored but ignored', () => {
  const scenario = createScenario([
    { name: 'Cracked', type: 'boolean' },
    { name: 'Depth', type: 'integer', required: true, relevant: '${Cracked}', failWhen: '. > 10' },
    { name: 'Double', type: 'calculated', calculation: '${Depth} * 2' },
  ]);
  assert.deepEqual(listMessages(scenario), []);
  scenario.answer('Cracked', true);
  assert.deepEqual(listMessages(scenario), ['Depth is required and has no answer yet.']);
  scenario.answer('Depth', 12);
  assert.deepEqual(scenario.result, { Cracked: true, Depth: 12, Double: 24 });
  assert.deepEqual(scenario.failures, ['Depth']);
  scenario.answer('Cracked', false);
  assert.deepEqual(scenario.result, { Cracked: false });
  assert.deepEqual(scenario.irrelevantAnswers, { Depth: 12 });
  assert.deepEqual(scenario.failures, []);
  scenario.answer('Cracked', true);
  assert.deepEqual(scenario.result, { Cracked: true, Depth: 12, Double: 24 });
});

test('fields inside an irrelevant section or repeat are irrelevant too', () => {
  const scenario = createScenario([
    { name: 'HasDeck', type: 'boolean' },
    {
      name: 'Deck',
      type: 'section',
      relevant: '${HasDeck}',
      fields: [
        { name: 'Planks', type: 'section', fields: [{ name: 'Rotten', type: 'integer', required: true }] },
        { name: 'Spans', type: 'repeat', required: true, fields: [{ name: 'Length', type: 'decimal' }] },
        { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
      ],
    },
  ]);
  assert.deepEqual(listMessages(scenario), []);
  scenario
    .answer('HasDeck', true)
    .answer('Rotten', 3)
    .answer('Spans', [{ Length: 2 }, { Length: 5 }]);
  assert.deepEqual(scenario.result, {
    HasDeck: true,
    Rotten: 3,
    Spans: [{ Length: 2 }, { Length: 5 }],
    Total: 7,
  });
  scenario.answer('HasDeck', false);
  assert.deepEqual(scenario.result, { HasDeck: false });
  assert.deepEqual(scenario.irrelevantAnswers, { Rotten: 3, Spans: [{ Length: 2 }, { Length: 5 }] });
});

test('evaluates each repeat instance with its own answers and the answers outside the repeat', () => {
  const scenario = createScenario([
    { name: 'Limit', type: 'decimal' },
    {
      name: 'Spans',
      type: 'repeat',
      fields: [
        { name: 'Length', type: 'decimal', failWhen: '. > ${Limit}' },
        { name: 'Why', type: 'text', relevant: '${Length} > ${Limit}', required: true },
        { name: 'Share', type: 'calculated', calculation: 'round(${Length} div ${Total} * 100)' },
      ],
    },
    { name: 'Total', type: 'calculated', calculation: 'sum(${Length})' },
  ]);
  scenario.answer('Limit', 4).answer('Spans', [{ Length: 2, Why: 'old' }, { Length: 6 }]);
  assert.deepEqual(scenario.issues, [
    { field: 'Spans[1].Why', message: 'Why is required and has no answer yet.' },
  ]);
  assert.deepEqual(scenario.failures, ['Spans[1].Length']);
  assert.equal(scenario.value('Spans[0].Share'), 25);
  assert.deepEqual(scenario.irrelevantAnswers, { Spans: [{ Why: 'old' }, {}] });
});

test('a field in the same repeat instance has a single value, and a field in another repeat has a list of values', () => {
  const scenario = createScenario([
    { name: 'Piers', type: 'repeat', fields: [{ name: 'Weight', type: 'integer' }] },
    {
      name: 'Spans',
      type: 'repeat',
      fields: [
        { name: 'Load', type: 'integer' },
        { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer' }] },
        { name: 'Here', type: 'calculated', calculation: '${Load} + sum(${Depth}) + sum(${Weight})' },
      ],
    },
    { name: 'All', type: 'calculated', calculation: 'sum(${Depth})' },
  ]);
  scenario.answer('Piers', [{ Weight: 100 }, { Weight: 200 }]).answer('Spans', [
    { Load: 1, Cracks: [{ Depth: 10 }, { Depth: 20 }] },
    { Load: 2, Cracks: [{ Depth: 5 }] },
  ]);
  assert.equal(scenario.value('Spans[0].Here'), 331);
  assert.equal(scenario.value('Spans[1].Here'), 307);
  assert.equal(scenario.value('All'), 35);
});

test('calculates fields in dependency order', () => {
  const scenario = createScenario([
    { name: 'Third', type: 'calculated', calculation: '${Second} + 1' },
    { name: 'Second', type: 'calculated', calculation: '${First} * 10' },
    { name: 'First', type: 'integer' },
  ]);
  assert.deepEqual(scenario.answer('First', 3).result, { Third: 31, Second: 30, First: 3 });
});

test('calculated values in the result are formatted like answers', () => {
  const scenario = createScenario([
    { name: 'Day', type: 'calculated', calculation: 'today()' },
    { name: 'Moment', type: 'calculated', calculation: 'now()' },
    { name: 'Clock', type: 'calculated', calculation: 'time(now())' },
    { name: 'Sum', type: 'calculated', calculation: '0.1 + 0.2' },
    { name: 'Sure', type: 'calculated', calculation: '1 < 2' },
    { name: 'Word', type: 'calculated', calculation: "concat('a', 'b')" },
    { name: 'None', type: 'calculated', calculation: '1 div 0' },
    { name: 'Colours', type: 'multiChoice', choices: [{ value: 'red' }], default: ['red'] },
    { name: 'Same', type: 'calculated', calculation: '${Colours}' },
    { name: 'Here', type: 'location', default: { latitude: 1, longitude: 2 } },
    { name: 'There', type: 'calculated', calculation: '${Here}' },
  ]);
  assert.deepEqual(scenario.result, {
    Day: '2026-03-01',
    Moment: '2026-03-01T12:00:00.000Z',
    Clock: '12:00:00',
    Sum: 0.3,
    Sure: true,
    Word: 'ab',
    Colours: ['red'],
    Same: ['red'],
    Here: { latitude: 1, longitude: 2 },
    There: { latitude: 1, longitude: 2 },
  });
});

test('checks the constraint of an answered field, and reports its constraintMessage if it has one', () => {
  const scenario = createScenario(
    [
      { name: 'From', type: 'date' },
      {
        name: 'To',
        type: 'date',
        constraint: '. >= ${From}',
        constraintMessage: { en: 'It cannot end before ${From}.', nl: 'Niet voor ${From}.' },
      },
      { name: 'Code', type: 'text', constraint: "regex(., '[A-Z]{3}')" },
    ],
    { language: 'nl' },
  );
  assert.deepEqual(listMessages(scenario), []);
  scenario.answer('From', '2026-03-01').answer('To', '2026-02-01').answer('Code', 'ab');
  assert.deepEqual(listMessages(scenario), [
    'Niet voor 2026-03-01.',
    "Code does not satisfy its constraint: regex(., '[A-Z]{3}')",
  ]);
  assert.deepEqual(listMessages(scenario.answer('To', '2026-03-01').answer('Code', '')), []);
});

test('a constraint can limit the number of instances of a repeat', () => {
  const scenario = createScenario([
    {
      name: 'Spans',
      type: 'repeat',
      constraint: 'count(.) <= 2',
      fields: [{ name: 'Length', type: 'decimal' }],
    },
  ]);
  assert.deepEqual(listMessages(scenario.answer('Spans', [{}, {}])), []);
  assert.equal(listMessages(scenario.answer('Spans', [{}, {}, {}])).length, 1);
});

test('a condition can determine whether an answer is required', () => {
  const scenario = createScenario([
    { name: 'Score', type: 'integer' },
    { name: 'Why', type: 'text', required: '${Score} < 5' },
  ]);
  assert.deepEqual(listMessages(scenario.answer('Score', 7)), []);
  assert.deepEqual(listMessages(scenario.answer('Score', 3)), ['Why is required and has no answer yet.']);
});

test('other answers can filter the choices, and a selected choice that is no longer available is an error', () => {
  const scenario = createScenario([
    { name: 'Province', type: 'singleChoice', choices: [{ value: 'NH' }, { value: 'ZH' }] },
    {
      name: 'Town',
      type: 'singleChoice',
      choices: [
        { value: 'Amsterdam', attributes: { province: 'NH' } },
        { value: 'Haarlem', attributes: { province: 'NH' } },
        { value: 'Leiden', attributes: { province: 'ZH' } },
        { value: 'Elsewhere' },
      ],
      choiceFilter: "province = ${Province} or value = 'Elsewhere'",
    },
  ]);
  assert.deepEqual(scenario.choices('Town'), ['Elsewhere']);
  assert.deepEqual(scenario.answer('Province', 'NH').choices('Town'), ['Amsterdam', 'Haarlem', 'Elsewhere']);
  assert.deepEqual(listMessages(scenario.answer('Town', 'Haarlem')), []);
  assert.deepEqual(listMessages(scenario.answer('Province', 'ZH')), [
    'Town is "Haarlem", but other answers make this choice unavailable.',
  ]);
});

test('calculates defaults at the start and for each added repeat instance', () => {
  const scenario = createScenario([
    { name: 'Day', type: 'date', default: { calculation: 'today()' } },
    { name: 'Low', type: 'integer', max: 3, default: { calculation: '2 + 2' } },
    {
      name: 'Spans',
      type: 'repeat',
      fields: [
        { name: 'Seen', type: 'dateTime', default: { calculation: 'now()' } },
        { name: 'Material', type: 'text', default: 'Steel' },
        { name: 'Number', type: 'integer', default: { calculation: 'position(..)' } },
      ],
    },
  ]);
  assert.deepEqual({ ...scenario.result }, { Day: '2026-03-01' });
  scenario.addInstance('Spans').addInstance('Spans').answer('Spans[1].Material', 'Wood');
  const { Spans } = scenario.result;
  assert.deepEqual(Spans, [
    { Seen: '2026-03-01T12:00:00.000Z', Material: 'Steel', Number: 1 },
    { Seen: '2026-03-01T12:00:00.000Z', Material: 'Wood', Number: 2 },
  ]);
});

test("labels are in the user's language and can contain answers", () => {
  const fields: Field[] = [
    { name: 'Height', type: 'decimal' },
    { name: 'Total', type: 'note', label: { en: 'It is ${Height} m.', nl: 'Het is ${ Height } m.' } },
  ];
  assert.equal(createScenario(fields).label('Total'), 'It is  m.');
  assert.equal(createScenario(fields).answer('Height', 3.2).label('Total'), 'It is 3.2 m.');
  assert.equal(
    createScenario(fields, { language: 'nl-NL' }).answer('Height', 3.2).label('Total'),
    'Het is 3.2 m.',
  );
  assert.equal(createScenario(fields, { language: 'pl' }).label('Total'), 'It is  m.');
});

test('rejects answers that take too long to evaluate, but accepts thousands of repeat instances', () => {
  const sumFields = (sums: number): Field[] =>
    Array.from({ length: sums }, (_, index) => ({
      name: `Sum${index}`,
      type: 'calculated',
      calculation: 'sum(${All})',
    }));
  const createForm = (sums: number) =>
    compileTestForm([
      {
        name: 'Outer',
        type: 'repeat',
        fields: [
          { name: 'Inner', type: 'repeat', fields: [{ name: 'Length', type: 'integer' }] },
          ...sumFields(sums),
        ],
      },
      { name: 'More', type: 'repeat', fields: [{ name: 'All', type: 'integer' }] },
    ]);
  const instances = (count: number, instance: object) => Array(count).fill(instance);
  const evaluate = (outer: number, inner: number, more: number, sums = 1) =>
    fillForm(
      createForm(sums),
      { Outer: instances(outer, { Inner: instances(inner, {}) }), More: instances(more, { All: 1 }) },
      TEST_CONTEXT,
    );
  evaluate(1_000, 10, 1_000);
  assert.throws(() => evaluate(1_000, 1_000, 0), EvaluationLimitError);
  assert.throws(() => evaluate(1_000, 0, 1_000, 12), EvaluationLimitError);
});

test('a calculation whose text gets too long has no value', () => {
  const fields: Field[] = [{ name: 'A0', type: 'calculated', calculation: "'xxxxxxxxxxxxxxxx'" }];
  for (let index = 1; index < 40; index++) {
    const calculation = `concat(\${A${index - 1}}, \${A${index - 1}})`;
    fields.push({ name: `A${index}`, type: 'calculated', calculation });
  }
  const { result } = createScenario(fields);
  assert.equal((result.A11 as string).length, 32_768);
  assert.equal(result.A12, undefined);
  assert.equal(result.A39, undefined);
});
