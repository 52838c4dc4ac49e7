import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { isIrrelevantAndEmpty, listQuestions } from './list-questions.ts';

const FIELDS: Field[] = [
  { name: 'Name', type: 'text', label: 'Name' },
  { name: 'IsDamaged', type: 'boolean', label: { en: 'Is ${Name} damaged?', nl: 'Is ${Name} beschadigd?' } },
  {
    name: 'Damage',
    type: 'section',
    label: 'Damage to ${Name}',
    relevant: '${IsDamaged}',
    fields: [
      { name: 'Depth', type: 'integer', label: 'Depth' },
      {
        name: 'Cracks',
        type: 'repeat',
        label: 'Cracks',
        fields: [{ name: 'Width', type: 'integer', label: 'Width in ${Name}' }],
      },
    ],
  },
  { name: 'Step', type: 'calculated', calculation: '1 + 1' },
  { name: 'Age', type: 'calculated', label: 'Is it old?', calculation: "today() > date('2030-01-01')" },
];
const { form, issues } = compileForm({ fields: FIELDS });

const createInspection = (overrides: Partial<Inspection>) =>
  ({
    answers: {},
    irrelevantAnswers: {},
    comments: {},
    failures: [],
    missing: [],
    items: [],
    conflicts: [],
    returns: [],
    followUps: [],
    uploads: [],
    prefill: { filled: [], withoutField: [], unsuitable: [] },
    timeZone: 'UTC',
    endedAt: null,
    ...overrides,
  }) as unknown as Inspection;

const findFirstItem = (overrides: Partial<Inspection>, language = 'en') =>
  listQuestions(createInspection(overrides), form, { now: 0, language, isDerived: false })[0]!;

test('labels contain the answers they refer to, in the user’s language', () => {
  assert.deepEqual(issues, []);
  const answers = { Name: 'Quay', IsDamaged: true, Cracks: [{ Width: 3 }, { Width: 4 }] };
  const { questions, findLabel } = findFirstItem({ answers }, 'nl');
  assert.deepEqual(
    questions.map(({ path, label, ancestors }) => [path, label, ancestors.join(' › ')]),
    [
      ['Name', 'Name', ''],
      ['IsDamaged', 'Is Quay beschadigd?', ''],
      ['Depth', 'Depth', 'Damage to Quay'],
      ['Cracks[0].Width', 'Width in Quay', 'Damage to Quay › Cracks 1'],
      ['Cracks[1].Width', 'Width in Quay', 'Damage to Quay › Cracks 2'],
      ['Age', 'Is it old?', ''],
    ],
  );
  // These are a removed repeat instance, a section, and an unknown field, whose label is its name.
  assert.equal(findLabel('Cracks[7].Width'), 'Width in Quay');
  assert.equal(findLabel('Damage'), 'Damage to Quay');
  assert.equal(findLabel('Elsewhere'), 'Elsewhere');
});

test('irrelevant questions are distinguished from unanswered ones', () => {
  const isAskedByPath = ({ questions }: ReturnType<typeof findFirstItem>) =>
    Object.fromEntries(questions.map(({ path, isAsked }) => [path, isAsked]));
  assert.deepEqual(isAskedByPath(findFirstItem({ answers: { IsDamaged: false } })), {
    Name: true,
    IsDamaged: true,
    Depth: false,
    Cracks: false,
    Age: true,
  });
  assert.equal(isAskedByPath(findFirstItem({ answers: { IsDamaged: true } })).Depth, true);
});

test('questions that are no longer relevant are listed, but hidden if unanswered', () => {
  const { questions } = findFirstItem({
    answers: { IsDamaged: false },
    irrelevantAnswers: { Cracks: [{ Width: 3 }, {}] },
  });
  const cracks = questions.filter(({ path }) => path.startsWith('Cracks'));
  assert.deepEqual(
    cracks.map(({ path, value, isIrrelevant }) => [path, value, isIrrelevant]),
    [
      ['Cracks[0].Width', 3, true],
      ['Cracks[1].Width', null, false],
    ],
  );
  assert.deepEqual(
    questions.filter(isIrrelevantAndEmpty).map(({ path }) => path),
    ['Depth', 'Cracks[1].Width'],
  );
});

test('today() is evaluated as the day of completion', () => {
  const fields: Field[] = [
    { name: 'Winter', type: 'text', label: 'Winter', relevant: "today() > date('2030-01-01')" },
  ];
  const compilation = compileForm({ fields });
  assert.deepEqual(compilation.issues, []);
  const isAsked = (endedAt: string | null) =>
    listQuestions(createInspection({ endedAt }), compilation.form, {
      now: 0,
      language: 'en',
      isDerived: false,
    })[0]!.questions[0]!.isAsked;
  assert.equal(isAsked('2031-05-01T12:00:00Z'), true);
  assert.equal(isAsked('2029-05-01T12:00:00Z'), false);
  assert.equal(isAsked(null), false);
});

test('fields derived from answers do not show which questions were asked', () => {
  const [item] = listQuestions(createInspection({}), form, { now: 0, language: 'en', isDerived: true });
  assert.ok(item!.questions.every(({ isAsked }) => isAsked === undefined));
});

test('if there are too many answers to evaluate, they are listed without calculated values or answers in labels', () => {
  const sums = Array(11).fill('sum(${A})').join(' + ');
  const fields: Field[] = [
    { name: 'Name', type: 'text', label: 'Name of ${Name}' },
    {
      name: 'All',
      type: 'repeat',
      label: 'All',
      fields: [{ name: 'A', type: 'integer', label: 'A of ${Name}' }],
    },
    {
      name: 'Each',
      type: 'repeat',
      label: 'Each',
      fields: [{ name: 'B', type: 'calculated', label: 'B', calculation: sums }],
    },
  ];
  const compilation = compileForm({ fields });
  assert.deepEqual(compilation.issues, []);
  const answers = {
    Name: 'Quay',
    All: Array.from({ length: 1_000 }, () => ({ A: 1 })),
    Each: Array.from({ length: 1_000 }, () => ({})),
  };
  const missing = [{ field: 'B', message: 'B takes too long to calculate.' }];
  const [item] = listQuestions(createInspection({ answers, missing }), compilation.form, {
    now: 0,
    language: 'en',
    isDerived: false,
  });
  assert.deepEqual([item!.isEvaluated, item!.otherMissingAnswers], [false, missing]);
  assert.equal(item!.questions.length, 1_001);
  assert.deepEqual(
    item!.questions.slice(0, 2).map(({ path, label, value, isAsked }) => [path, label, value, isAsked]),
    [
      ['Name', 'Name of ', 'Quay', undefined],
      ['All[0].A', 'A of ', 1, undefined],
    ],
  );
  assert.equal(item!.findLabel('Each[3].B'), 'B');
});
