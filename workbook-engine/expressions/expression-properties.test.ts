import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { evaluated, sampleFields } from '#workbook-engine/testing/sample-fields.ts';
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
/** Syntactically valid expressions of any types. */
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

test('parses any text as an expression or rejects it with a position in the text', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.constantFrom('', ' '), (tokens, between) => {
      const text = tokens.join(between);
      try {
        parseExpression(text);
      } catch (error) {
        assert.ok(error instanceof ExpressionError, String(error));
        assert.ok(error.at >= 0 && error.at <= text.length && error.message.endsWith('.'), error.message);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('rejects an expression when compiling it or evaluates it without an exception', () => {
  let worked = 0;
  fc.assert(
    fc.property(expression, (calculation) => {
      const fields = [...sampleFields, { name: 'Value', type: 'calculated' as const, calculation }];
      const issues = checkDefinition({ fields });
      if (issues.length > 0) return;
      worked++;
      const value = evaluated(calculation);
      assert.ok(typeof value !== 'number' || Number.isFinite(value), calculation);
      // The value is valid JSON, so it can be stored.
      assert.deepEqual(JSON.parse(JSON.stringify(value)), value, calculation);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(worked > 200, `${worked} expressions had fitting types`);
});

test('parses an expression with all parentheses written out as the same expression', () => {
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
