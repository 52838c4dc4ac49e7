import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createScenario } from '#workbook-engine/testing/scenario.ts';
import { checkDefinition } from './check-definition.ts';

const findIssues = (...fields: Field[]) => checkDefinition({ fields });

test('rejects unknown fields in labels and hints', () => {
  assert.deepEqual(
    findIssues(
      { name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Nu ${Hight}' } },
      { name: 'Deck', type: 'section', fields: [{ name: 'Photo', type: 'photo' }] },
      { name: 'Note', type: 'note', hint: '${Deck} ${Photo}' },
    ),
    [
      { path: 'fields[0].label.nl', message: 'There is no field Hight. Did you mean Height?', at: 3 },
      { path: 'fields[2].hint', message: 'Deck is of type section, which has no value.', at: 0 },
    ],
  );
});

test('rejects fields that depend on themselves, and shows the cycle', () => {
  assert.deepEqual(
    findIssues(
      { name: 'A', type: 'calculated', calculation: '1 + ${B}' },
      { name: 'B', type: 'calculated', calculation: '${C} + 1' },
      { name: 'C', type: 'integer', relevant: '${A} > 1' },
      { name: 'D', type: 'calculated', calculation: '${B} + 1' },
      {
        name: 'Deck',
        type: 'section',
        relevant: "${Planks} != ''",
        fields: [{ name: 'Planks', type: 'integer' }],
      },
      { name: 'Loop', type: 'text', relevant: "${Loop} = 'x'" },
    ),
    [
      { path: 'fields[0].calculation', message: 'A depends on itself: A → B → C → A.', at: 4 },
      { path: 'fields[4].relevant', message: 'Deck depends on itself: Deck → Planks → Deck.', at: 0 },
      { path: 'fields[5].relevant', message: 'Loop depends on itself: Loop → Loop.', at: 0 },
    ],
  );
});

test('abbreviates a long cycle to its start and end', () => {
  const fields = Array.from({ length: 100 }, (_, index): Field => {
    return { name: `F${index}`, type: 'calculated', calculation: `\${F${(index + 1) % 100}}` };
  });
  const [issue] = checkDefinition({ fields });
  assert.equal(issue!.message, 'F0 depends on itself: F0 → F1 → F2 → F3 → F4 → F5 → F6 → F7 → … → F99 → F0.');
});

test('calculates a field before fields that refer to its choices', () => {
  const choices = [{ value: 'red', label: 'Red' }];
  const fields: Field[] = [
    { name: 'Label', type: 'calculated', calculation: "jr:choice-name(${Colour}, '${Chosen}')" },
    { name: 'Chosen', type: 'calculated', calculation: 'if(true(), ${Colour}, ${Colour})' },
    { name: 'Colour', type: 'singleChoice', choices },
  ];
  assert.equal(createScenario(fields).answer('Colour', 'red').result.Label, 'Red');
});

test('does not report errors that merely follow from another error', () => {
  const issues = findIssues(
    { name: 'A', type: 'calculated', calculation: '1 +' },
    { name: 'B', type: 'calculated', calculation: '${A} * 2' },
    { name: 'C', type: 'text', relevant: '${B} > 3' },
  );
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['fields[0].calculation'],
  );
});

test("rejects expressions that the field's type does not support", () => {
  const listPaths = (...fields: Field[]) => findIssues(...fields).map(({ path }) => path);
  assert.deepEqual(listPaths({ name: 'A', type: 'calculated' }), ['fields[0].calculation']);
  assert.deepEqual(listPaths({ name: 'A', type: 'text', calculation: '1' }), ['fields[0].calculation']);
  assert.deepEqual(listPaths({ name: 'A', type: 'photo', constraint: "'' = ''" }), ['fields[0].constraint']);
  assert.deepEqual(listPaths({ name: 'A', type: 'note', failWhen: 'true()' }), ['fields[0].failWhen']);
  assert.deepEqual(listPaths({ name: 'A', type: 'text', choiceFilter: 'true()' }), [
    'fields[0].choiceFilter',
  ]);
  assert.deepEqual(listPaths({ name: 'A', type: 'text', constraintMessage: 'no' }), [
    'fields[0].constraintMessage',
  ]);
  assert.deepEqual(listPaths({ name: 'A', type: 'text', followUp: { workbook: 'Repair' } }), [
    'fields[0].followUp',
  ]);
  assert.deepEqual(
    listPaths({
      name: 'A',
      type: 'singleChoice',
      choices: [{ value: 'a', attributes: { value: 'b' } }],
    }),
    ['fields[0].choices[0].attributes.value'],
  );
});

test("requires a calculated default to have the field's type and to refer to no answers", () => {
  assert.deepEqual(
    findIssues(
      { name: 'Day', type: 'date', default: { calculation: "'soon'" } },
      { name: 'Later', type: 'date', default: { calculation: '${Day} + 1' } },
    ),
    [
      {
        path: 'fields[0].default.calculation',
        message:
          "The default must be a date, but this is text: date(…) converts text to a date; write a date as '2026-03-01'.",
        at: 0,
      },
      {
        path: 'fields[1].default.calculation',
        message:
          'A default is calculated at the start, when Day has no answer yet: use a calculated field instead.',
        at: 0,
      },
    ],
  );
});
