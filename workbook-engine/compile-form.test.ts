import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { scenarioOf } from '#workbook-engine/testing/scenario.ts';
import { checkDefinition } from './check-definition.ts';

const faultsOf = (...fields: Field[]) => checkDefinition({ fields });

test('a label names fields that there are, and an expression too', () => {
  assert.deepEqual(
    faultsOf(
      { name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Nu ${Hight}' } },
      { name: 'Deck', type: 'section', fields: [{ name: 'Photo', type: 'photo' }] },
      { name: 'Note', type: 'note', hint: '${Deck} ${Photo}' },
    ),
    [
      { path: 'fields[0].label.nl', message: 'There is no field Hight. Did you mean Height?', at: 3 },
      { path: 'fields[2].hint', message: 'Deck is a section and has no value.', at: 0 },
    ],
  );
});

test('fields that need themselves are refused with the way round', () => {
  assert.deepEqual(
    faultsOf(
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
      { path: 'fields[0].calculation', message: 'A needs itself: A → B → C → A.', at: 4 },
      { path: 'fields[4].relevant', message: 'Deck needs itself: Deck → Planks → Deck.', at: 0 },
      { path: 'fields[5].relevant', message: 'Loop needs itself: Loop → Loop.', at: 0 },
    ],
  );
});

test('of a long way round its beginning and its end are told', () => {
  const fields = Array.from({ length: 100 }, (_, at): Field => {
    return { name: `F${at}`, type: 'calculated', calculation: `\${F${(at + 1) % 100}}` };
  });
  const [fault] = checkDefinition({ fields });
  assert.equal(fault!.message, 'F0 needs itself: F0 → F1 → F2 → F3 → F4 → F5 → F6 → F7 → … → F99 → F0.');
});

test('a field whose choices are named by a text is needed before, as any other', () => {
  const choices = [{ value: 'red', label: 'Red' }];
  const fields: Field[] = [
    { name: 'Label', type: 'calculated', calculation: "jr:choice-name(${Colour}, '${Chosen}')" },
    { name: 'Chosen', type: 'calculated', calculation: 'if(true(), ${Colour}, ${Colour})' },
    { name: 'Colour', type: 'singleChoice', choices },
  ];
  assert.equal(scenarioOf(fields).answer('Colour', 'red').result.Label, 'Red');
});

test('what follows from a fault is not told again', () => {
  const faults = faultsOf(
    { name: 'A', type: 'calculated', calculation: '1 +' },
    { name: 'B', type: 'calculated', calculation: '${A} * 2' },
    { name: 'C', type: 'text', relevant: '${B} > 3' },
  );
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['fields[0].calculation'],
  );
});

test('members of expressions stand only where they mean something', () => {
  const paths = (...fields: Field[]) => faultsOf(...fields).map(({ path }) => path);
  assert.deepEqual(paths({ name: 'A', type: 'calculated' }), ['fields[0].calculation']);
  assert.deepEqual(paths({ name: 'A', type: 'text', calculation: '1' }), ['fields[0].calculation']);
  assert.deepEqual(paths({ name: 'A', type: 'photo', constraint: "'' = ''" }), ['fields[0].constraint']);
  assert.deepEqual(paths({ name: 'A', type: 'note', failWhen: 'true()' }), ['fields[0].failWhen']);
  assert.deepEqual(paths({ name: 'A', type: 'text', choiceFilter: 'true()' }), ['fields[0].choiceFilter']);
  assert.deepEqual(paths({ name: 'A', type: 'text', constraintMessage: 'no' }), [
    'fields[0].constraintMessage',
  ]);
  assert.deepEqual(paths({ name: 'A', type: 'text', followUp: { workbook: 'Repair' } }), [
    'fields[0].followUp',
  ]);
  assert.deepEqual(
    paths({
      name: 'A',
      type: 'singleChoice',
      choices: [{ value: 'a', attributes: { value: 'b' } }],
    }),
    ['fields[0].choices[0].attributes.value'],
  );
});

test('a default that is worked out suits its field, and names no answer', () => {
  assert.deepEqual(
    faultsOf(
      { name: 'Day', type: 'date', default: { calculation: "'soon'" } },
      { name: 'Later', type: 'date', default: { calculation: '${Day} + 1' } },
    ),
    [
      {
        path: 'fields[0].default.calculation',
        message:
          "The default must be a date, but this is a text: date(…) reads a date from a text; one is written '2026-03-01'.",
        at: 0,
      },
      {
        path: 'fields[1].default.calculation',
        message:
          'A default is worked out at the start, when Day has no answer yet: a calculated field follows it.',
        at: 0,
      },
    ],
  );
});
