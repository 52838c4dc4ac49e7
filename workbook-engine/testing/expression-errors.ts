import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { sampleFields } from './sample-fields.ts';

/** The error in an expression, with the part of the expression from its position on. */
export const errorIn = (
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
  const issues = checkDefinition({ fields: [...sampleFields, fields[member]] });
  assert.equal(issues.length, 1, `${expression}: ${JSON.stringify(issues)}`);
  const { path, message, at } = issues[0]!;
  assert.equal(path, `fields[${sampleFields.length}].${member}`);
  return { message, from: expression.slice(at) };
};

/** Defines a test for each expression, with the position of the error and its message. */
export const rejectsExpressions = (
  title: string,
  cases: readonly (readonly [expression: string, from: string, message: string])[],
  member?: Parameters<typeof errorIn>[1],
) =>
  test(title, async (t) => {
    for (const [expression, from, message] of cases) {
      await t.test(`${expression}: ${message}`, () => {
        assert.deepEqual(errorIn(expression, member), { message, from });
      });
    }
  });
