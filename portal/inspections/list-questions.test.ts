import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { isBesideThePoint, listQuestions } from './list-questions.ts';

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
const { form, faults } = compileForm({ fields: FIELDS });

const inspectionWith = (said: Partial<Inspection>) =>
  ({
    answers: {},
    setAside: {},
    remarks: {},
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
    ...said,
  }) as unknown as Inspection;

const read = (said: Partial<Inspection>, language = 'en') =>
  listQuestions(inspectionWith(said), form, { now: 0, language, isGuess: false })[0]!;

test('labels say the answers that they name, in the language of the reader', () => {
  assert.deepEqual(faults, []);
  const answers = { Name: 'Quay', IsDamaged: true, Cracks: [{ Width: 3 }, { Width: 4 }] };
  const { questions, labelOf } = read({ answers }, 'nl');
  assert.deepEqual(
    questions.map(({ path, label, within }) => [path, label, within.join(' › ')]),
    [
      ['Name', 'Name', ''],
      ['IsDamaged', 'Is Quay beschadigd?', ''],
      ['Depth', 'Depth', 'Damage of Quay'],
      ['Cracks[0].Width', 'Width in Quay', 'Damage of Quay › Cracks 1'],
      ['Cracks[1].Width', 'Width in Quay', 'Damage of Quay › Cracks 2'],
      ['Age', 'Is it old?', ''],
    ],
  );
  // An entry that a correction removed, a section, and what no workbook knows.
  assert.equal(labelOf('Cracks[7].Width'), 'Width in Quay');
  assert.equal(labelOf('Damage'), 'Damage of Quay');
  assert.equal(labelOf('Elsewhere'), 'Elsewhere');
});

test('what the workbook does not ask is told from what nobody answered', () => {
  const asked = ({ questions }: ReturnType<typeof read>) =>
    Object.fromEntries(questions.map(({ path, isAsked }) => [path, isAsked]));
  assert.deepEqual(asked(read({ answers: { IsDamaged: false } })), {
    Name: true,
    IsDamaged: true,
    Depth: false,
    Cracks: false,
    Age: true,
  });
  assert.equal(asked(read({ answers: { IsDamaged: true } })).Depth, true);
});

test('answers that are no longer asked stay to be read, entry by entry, and the rest is beside the point', () => {
  const { questions } = read({
    answers: { IsDamaged: false },
    setAside: { Cracks: [{ Width: 3 }, {}] },
  });
  const cracks = questions.filter(({ path }) => path.startsWith('Cracks'));
  assert.deepEqual(
    cracks.map(({ path, value, isSetAside }) => [path, value, isSetAside]),
    [
      ['Cracks[0].Width', 3, true],
      ['Cracks[1].Width', null, false],
    ],
  );
  assert.deepEqual(
    questions.filter(isBesideThePoint).map(({ path }) => path),
    ['Depth', 'Cracks[1].Width'],
  );
});

test('a question about today is judged by the day of completion', () => {
  const step: Field[] = [
    { name: 'Winter', type: 'text', label: 'Winter', relevant: "today() > date('2030-01-01')" },
  ];
  const compiled = compileForm({ fields: step });
  assert.deepEqual(compiled.faults, []);
  const isAsked = (endedAt: string | null) =>
    listQuestions(inspectionWith({ endedAt }), compiled.form, { now: 0, language: 'en', isGuess: false })[0]!
      .questions[0]!.isAsked;
  assert.equal(isAsked('2031-05-01T12:00:00Z'), true);
  assert.equal(isAsked('2029-05-01T12:00:00Z'), false);
  assert.equal(isAsked(null), false);
});

test('of a guessed form nobody knows what was asked', () => {
  const [own] = listQuestions(inspectionWith({}), form, { now: 0, language: 'en', isGuess: true });
  assert.ok(own!.questions.every(({ isAsked }) => isAsked === undefined));
});
