import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { specimenFields } from './specimen.ts';

/** What is wrong with an expression, and where: the text from the place of the fault on. */
export const refused = (
  expression: string,
  member: 'calculation' | 'relevant' | 'constraint' | 'choiceFilter' = 'calculation',
) => {
  const fields: Record<typeof member, Field> = {
    calculation: { name: 'Value', type: 'calculated', calculation: expression },
    relevant: { name: 'Value', type: 'text', relevant: expression },
    constraint: { name: 'Value', type: 'integer', constraint: expression },
    choiceFilter: {
      name: 'Value',
      type: 'singleChoice',
      choices: [{ value: 'a', attributes: { province: 'NH' } }],
      choiceFilter: expression,
    },
  };
  const faults = checkDefinition({ fields: [...specimenFields, fields[member]] });
  assert.equal(faults.length, 1, `${expression}: ${JSON.stringify(faults)}`);
  const { path, message, at } = faults[0]!;
  assert.equal(path, `fields[${specimenFields.length}].${member}`);
  return { message, from: expression.slice(at) };
};

/** Tests of one kind, one for each expression: where its fault begins, and what is said. */
export const refuses = (
  sentence: string,
  cases: readonly (readonly [expression: string, from: string, message: string])[],
  member?: Parameters<typeof refused>[1],
) =>
  test(sentence, async (t) => {
    for (const [expression, from, message] of cases) {
      await t.test(`${expression}: ${message}`, () => {
        assert.deepEqual(refused(expression, member), { message, from });
      });
    }
  });
