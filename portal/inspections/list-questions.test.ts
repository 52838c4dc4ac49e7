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
    label: 'Damage of ${Name}',
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

const inspectionWith = (members: Partial<Inspection>) =>
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
    ...members,
  }) as unknown as Inspection;

const firstItem = (members: Partial<Inspection>, language = 'en') =>
  listQuestions(inspectionWith(members), form, { now: 0, language, isDerived: false })[0]!;

test('labels contain the answers they refer to, in the user’s language', () => {
  assert.deepEqual(issues, []);
  const answers = { Name: 'Quay', IsDamaged: true, Cracks: [{ Width: 3 }, { Width: 4 }] };
  const { questions, labelOf } = firstItem({ answers }, 'nl');
  assert.deepEqual(
    questions.map(({ path, label, ancestors }) => [path, label, ancestors.join(' › ')]),
    [
      ['Name', 'Name', ''],
      ['IsDamaged', 'Is Quay beschadigd?', ''],
      ['Depth', 'Depth', 'Damage of Quay'],
      ['Cracks[0].Width', 'Width in Quay', 'Damage of Quay › Cracks 1'],
      ['Cracks[1].Width', 'Width in Quay', 'Damage of Quay › Cracks 2'],
      ['Age', 'Is it old?', ''],
    ],
  );
  // A removed entry, a section and an unknown field.
  assert.equal(labelOf('Cracks[7].Width'), 'Width in Quay');
  assert.equal(labelOf('Damage'), 'Damage of Quay');
  assert.equal(labelOf('Elsewhere'), 'Elsewhere');
});

test('distinguishes irrelevant questions from unanswered ones', () => {
  const isAskedByPath = ({ questions }: ReturnType<typeof firstItem>) =>
    Object.fromEntries(questions.map(({ path, isAsked }) => [path, isAsked]));
  assert.deepEqual(isAskedByPath(firstItem({ answers: { IsDamaged: false } })), {
    Name: true,
    IsDamaged: true,
    Depth: false,
    Cracks: false,
    Age: true,
  });
  assert.equal(isAskedByPath(firstItem({ answers: { IsDamaged: true } })).Depth, true);
});

test('lists the answers of questions that are no longer relevant, and hides those without an answer', () => {
  const { questions } = firstItem({
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

test('evaluates today() on the day of completion', () => {
  const fields: Field[] = [
    { name: 'Winter', type: 'text', label: 'Winter', relevant: "today() > date('2030-01-01')" },
  ];
  const compiled = compileForm({ fields });
  assert.deepEqual(compiled.issues, []);
  const isAsked = (endedAt: string | null) =>
    listQuestions(inspectionWith({ endedAt }), compiled.form, {
      now: 0,
      language: 'en',
      isDerived: false,
    })[0]!.questions[0]!.isAsked;
  assert.equal(isAsked('2031-05-01T12:00:00Z'), true);
  assert.equal(isAsked('2029-05-01T12:00:00Z'), false);
  assert.equal(isAsked(null), false);
});

test('fields that are derived from answers do not tell which questions were asked', () => {
  const [item] = listQuestions(inspectionWith({}), form, { now: 0, language: 'en', isDerived: true });
  assert.ok(item!.questions.every(({ isAsked }) => isAsked === undefined));
});
