import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { sampleFields } from './sample-fields.ts';

/** Returns the error in an expression, along with the text from the error's position to the end. */
export const findError = (
  expression: string,
  property: 'calculation' | 'relevant' | 'constraint' | 'choiceFilter' = 'calculation',
) => {
  const fields: Record<typeof property, Field> = {
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
  const issues = checkDefinition({ fields: [...sampleFields, fields[property]] });
  assert.equal(issues.length, 1, `${expression}: ${JSON.stringify(issues)}`);
  const { path, message, at } = issues[0]!;
  assert.equal(path, `fields[${sampleFields.length}].${property}`);
  return { message, remainingText: expression.slice(at) };
};

/** Defines a subtest for each expression. `remainingText` is the text from the error's position to the end. */
export const testRejectedExpressions = (
  title: string,
  cases: readonly (readonly [expression: string, remainingText: string, message: string])[],
  property?: Parameters<typeof findError>[1],
) =>
  test(title, async (t) => {
    for (const [expression, remainingText, message] of cases) {
      await t.test(`${expression}: ${message}`, () => {
        assert.deepEqual(findError(expression, property), { message, remainingText });
      });
    }
  });
