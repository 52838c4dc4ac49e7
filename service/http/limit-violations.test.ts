import assert from 'node:assert/strict';
import test from 'node:test';
import createValidators from '@fastify/ajv-compiler';
import fc from 'fast-check';
import type { SchemaViolation } from './field-problems.ts';
import { limitViolations } from './limit-violations.ts';

const Values = {
  anyOf: [
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: { type: 'string' } },
    { type: 'string' },
  ],
};
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    numbers: { type: 'array', maxItems: 50_000, items: { type: 'number' } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    either: Values,
    byName: { type: 'object', additionalProperties: { type: 'number' } },
    named: { type: 'object', propertyNames: { maxLength: 3 } },
  },
};
const compile = (code: { process?: (code: string) => string }) => {
  const options = { customOptions: { allErrors: true, verbose: true, coerceTypes: false as const, code } };
  const validate = createValidators()({}, options)({
    schema,
    method: 'POST',
    url: '/',
    httpPart: 'body',
  } as never) as { (data: unknown): boolean; errors?: SchemaViolation[] | null };
  return (data: unknown) => ({ isValid: validate(data), count: validate.errors?.length ?? 0 });
};
const validateWithLimit = compile({ process: limitViolations });
const validateFully = compile({});

const repeat = <Element>(count: number, element: Element) => Array<Element>(count).fill(element);
const INVALID: Record<string, (count: number) => unknown> = {
  numbers: (count) => repeat(count, 'x'),
  rows: (count) => repeat(count, ['x', 'y']),
  byName: (count) => ({ ...repeat(count, 'x') }),
  named: (count) => Object.fromEntries(repeat(count, 1).map((value, index) => [`name${index}`, value])),
};

test('validation stops after about a hundred violations in an array or object', () => {
  for (const [name, create] of Object.entries(INVALID)) {
    for (const count of [1_000, 8_000]) {
      const data = { [name]: create(count) };
      assert.ok(validateFully(data).count >= count, name);
      const { isValid, count: limitedCount } = validateWithLimit(data);
      assert.ok(limitedCount <= 110, `${name}: ${limitedCount}`);
      assert.equal(isValid, false, name);
    }
  }
});

test('stopping early in a union branch does not make an invalid value valid', () => {
  const strings = repeat(500, 'x');
  assert.equal(validateWithLimit({ either: strings }).isValid, true);
  assert.equal(validateWithLimit({ either: [...strings, 5] }).isValid, false);
  assert.equal(validateWithLimit({ either: [...strings.map(() => 5), 'x'] }).isValid, false);
});

test('stopping early does not change whether a value is valid', () => {
  const element = fc.oneof(fc.integer(), fc.constant('x'));
  const list = fc
    .tuple(
      fc.array(element, { maxLength: 5 }),
      fc.integer({ min: 0, max: 150 }),
      fc.array(element, { maxLength: 5 }),
    )
    .map(([before, count, after]) => [...before, ...repeat(count, 'x'), ...after]);
  const data = fc.record(
    { numbers: list, rows: fc.array(list, { maxLength: 3 }), either: list },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(data, (value) => {
      const [actual, expected] = [validateWithLimit(value), validateFully(value)];
      assert.equal(actual.isValid, expected.isValid);
      if (expected.count <= 100) assert.equal(actual.count, expected.count);
    }),
    { numRuns: 300 },
  );
});
