import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { evaluated, specimenFields } from '#workbook-engine/testing/specimen.ts';
import { functions } from './functions.ts';
import { parseExpression } from './parse-expression.ts';
import { type Expression, ExpressionRefused, PRECEDENCE } from './syntax.ts';

const fieldNames = specimenFields.flatMap(({ name, fields = [] }) => [
  name,
  ...fields.map((field) => field.name),
]);
const operators = PRECEDENCE.flat();
const operand = fc.oneof(
  fc.constantFrom(...fieldNames).map((name) => `\${${name}}`),
  fc.constantFrom(
    '1',
    '0',
    '2.5',
    "'red'",
    "''",
    "'2026-03-01'",
    '"x"',
    'true()',
    'today()',
    'now()',
    '.',
    '..',
  ),
  fc.nat(1_000_000).map(String),
);
/** Expressions that are well formed, of any types. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    operand,
    fc
      .tuple(tie('expression'), fc.constantFrom(...operators), tie('expression'))
      .map(([left, operator, right]) => `${left} ${operator} ${right}`),
    fc
      .tuple(fc.constantFrom(...functions.keys()), fc.array(tie('expression'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `-${inner}`),
  ),
}));
const token = fc.oneof(
  operand,
  fc.constantFrom(...operators, '(', ')', ',', '${', '}', "'", '"', '$', '!', '&&', ...functions.keys()),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

test('whatever is written, it is an expression or is refused at a place inside it', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.constantFrom('', ' '), (tokens, between) => {
      const text = tokens.join(between);
      try {
        parseExpression(text);
      } catch (error) {
        assert.ok(error instanceof ExpressionRefused, String(error));
        assert.ok(error.at >= 0 && error.at <= text.length && error.message.endsWith('.'), error.message);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('an expression of any types is refused before it is used, or worked out without an exception', () => {
  let worked = 0;
  fc.assert(
    fc.property(expression, (calculation) => {
      const fields = [...specimenFields, { name: 'Value', type: 'calculated' as const, calculation }];
      const faults = checkDefinition({ fields });
      if (faults.length > 0) return;
      worked++;
      const value = evaluated(calculation);
      assert.ok(typeof value !== 'number' || Number.isFinite(value), calculation);
      // What goes out is what an answer may be, so that it can be stored.
      assert.deepEqual(JSON.parse(JSON.stringify(value)), value, calculation);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(worked > 200, `${worked} expressions had fitting types`);
});

test('an expression printed with every parenthesis is read as the same one', () => {
  const print = (written: Expression): string => {
    switch (written.kind) {
      case 'literal':
        return typeof written.value === 'number' ? String(written.value) : `'${written.value}'`;
      case 'reference':
        return `\${${written.name}}`;
      case 'self':
        return '.';
      case 'entry':
        return '..';
      case 'attribute':
        return written.name;
      case 'call':
        return `${written.name}(${written.args.map(print).join(',')})`;
      case 'negate':
        return `-(${print(written.operand)})`;
      case 'operation':
        return `(${print(written.left)}) ${written.operator} (${print(written.right)})`;
    }
  };
  const withoutPlaces = (written: Expression): unknown =>
    JSON.parse(JSON.stringify(written, (key, value) => (key === 'at' ? undefined : value)));
  fc.assert(
    fc.property(expression, (text) => {
      const once = parseExpression(text);
      assert.deepEqual(withoutPlaces(parseExpression(print(once))), withoutPlaces(once), text);
    }),
    { numRuns: 2_000 },
  );
});
