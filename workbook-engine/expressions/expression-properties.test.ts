import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { evaluateSample, sampleFields } from '#workbook-engine/testing/sample-fields.ts';
import { functions } from './functions.ts';
import { parseExpression } from './parse-expression.ts';
import { type Expression, ExpressionError, PRECEDENCE } from './syntax.ts';

const fieldNames = sampleFields.flatMap(({ name, fields = [] }) => [
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
/** Syntactically valid expressions of all types. */
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

test('parses any text, or rejects it with a position in the text', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.constantFrom('', ' '), (tokens, separator) => {
      const text = tokens.join(separator);
      try {
        parseExpression(text);
      } catch (error) {
        assert.ok(error instanceof ExpressionError, String(error));
        assert.ok(
          error.position >= 0 && error.position <= text.length && error.message.endsWith('.'),
          error.message,
        );
      }
    }),
    { numRuns: 5_000 },
  );
});

test('an expression is either rejected when compiled or evaluated without an exception', () => {
  let evaluatedCount = 0;
  fc.assert(
    fc.property(expression, (calculation) => {
      const fields = [...sampleFields, { name: 'Value', type: 'calculated' as const, calculation }];
      const issues = checkDefinition({ fields });
      if (issues.length > 0) return;
      evaluatedCount++;
      const value = evaluateSample(calculation);
      assert.ok(typeof value !== 'number' || Number.isFinite(value), calculation);
      // The value is valid JSON and can therefore be stored.
      assert.deepEqual(JSON.parse(JSON.stringify(value)), value, calculation);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(evaluatedCount > 200, `only ${evaluatedCount} expressions have matching types`);
});

test('explicit parentheses do not change how an expression is parsed', () => {
  const print = (expression: Expression): string => {
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'number' ? String(expression.value) : `'${expression.value}'`;
      case 'reference':
        return `\${${expression.name}}`;
      case 'self':
        return '.';
      case 'parent':
        return '..';
      case 'attribute':
        return expression.name;
      case 'call':
        return `${expression.name}(${expression.args.map(print).join(',')})`;
      case 'negate':
        return `-(${print(expression.operand)})`;
      case 'operation':
        return `(${print(expression.left)}) ${expression.operator} (${print(expression.right)})`;
    }
  };
  const withoutPositions = (expression: Expression): unknown =>
    JSON.parse(JSON.stringify(expression, (key, value) => (key === 'position' ? undefined : value)));
  fc.assert(
    fc.property(expression, (text) => {
      const parsed = parseExpression(text);
      assert.deepEqual(withoutPositions(parseExpression(print(parsed))), withoutPositions(parsed), text);
    }),
    { numRuns: 2_000 },
  );
});
